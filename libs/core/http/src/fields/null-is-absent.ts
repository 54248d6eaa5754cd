/** Fields inside which null means something, by the class of the body. */
const FREE_FIELDS = new WeakMap<object, ReadonlySet<string>>();

/**
 * In this body null is an absent field also where the field is required, or is an entry of a map. Elsewhere it is so for fields that
 * may be absent and not null.
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

/** A value without its null members: the same value, if it has none, as nearly every body. */
function pruned(value: unknown, free: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => pruned(item, free));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const kept = free.has(name) || member === null ? member : pruned(member, free);
    if (kept !== null && kept === member) continue;
    copy ??= { ...value } as Record<string, unknown>;
    if (kept === null) delete copy[name];
    else copy[name] = kept;
  }
  return copy ?? value;
}
