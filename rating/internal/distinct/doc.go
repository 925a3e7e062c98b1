// Package distinct numbers different values in the order of their first appearance.
package distinct
