/** A function that makes a value at its first call and returns the same one from then on. A call that throws is not remembered. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
