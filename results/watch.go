package results

import "context"

// Version returns a number that is another after every commit to the store, by
// whatever process: a watcher that sees it change reads again. Asking takes some
// microseconds. The number means nothing in itself; signs of life of a run that
// is being written change it, too, every few seconds.
func (s *Store) Version(ctx context.Context) (int64, error) {
	s.watching.Do(func() {
		mode, _ := readMode(ctx, s.path)
		s.watch, s.watchErr = connect(s.path, mode, 1, "_pragma=query_only(1)")
	})
	if s.watchErr != nil {
		return 0, s.watchErr
	}
	// The number belongs to a connection: it is always the same one.
	var version int64
	err := s.watch.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version)
	return version, explain(s.path, err)
}
