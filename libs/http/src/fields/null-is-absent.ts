/** Fields inside which null means something, by the class of the body. */
const FREE_FIELDS = new WeakMap<object, ReadonlySet<string>>();

/**
 * In this body null is an absent field, at any depth, as clients of typed languages write it.
 * @param free names fields whose content is the caller's own
 */
export function NullIsAbsent(...free: string[]): ClassDecorator {
  return (dto) => void FREE_FIELDS.set(dto, new Set(free));
}

/** The body as its class reads it: without fields that are null, if they count as absent there. */
export function withoutNulls(source: object, dto: object): object {
  const free = FREE_FIELDS.get(dto);
  return free ? (pruned(source, free) as object) : source;
}

function pruned(value: unknown, free: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => pruned(item, free));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, free.has(name) ? member : pruned(member, free)]));
}
