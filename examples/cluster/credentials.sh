#!/bin/sh
# Makes an operator and an account with nsc (https://github.com/nats-io/nsc), the credentials of runs
# (run.creds) and of workers (worker.creds), and resolver.conf, which every server includes. A user has
# the permissions that it needs and no others.
set -eu

nsc add operator --name lanista --sys
nsc add account --name games
# Three replicas of 2 GiB. A server refuses an account with more than its max_file_store.
nsc edit account --name games --js-mem-storage 256M --js-disk-storage 6G --js-streams 3 --js-consumer 100

nsc add user --account games --name run \
	--allow-pub 'lanista.>,$JS.API.>,$JS.ACK.TASKS.workers.>' \
	--allow-sub 'lanista.>,_INBOX.>,$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.TASKS.workers'

nsc add user --account games --name worker \
	--allow-pub 'lanista.*.result.>,lanista.worker.*,$JS.API.CONSUMER.INFO.TASKS.workers,$JS.API.CONSUMER.MSG.NEXT.TASKS.workers,$JS.ACK.TASKS.workers.>,$JS.API.DIRECT.GET.HEADERS.>' \
	--allow-sub '_INBOX.worker.>,lanista.control,lanista.worker.*'

nsc generate creds --account games --name run --output-file run.creds
nsc generate creds --account games --name worker --output-file worker.creds
nsc generate config --mem-resolver --sys-account SYS --config-file resolver.conf
chmod 600 run.creds worker.creds
