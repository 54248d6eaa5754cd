/** Kinds of events that rrweb records. */
export const EVENT = { loaded: 0, load: 1, snapshot: 2, change: 3, meta: 4 } as const;

/** Kinds of nodes in a snapshot. */
export const NODE = { document: 0, doctype: 1, element: 2, text: 3 } as const;

/** Kinds of changes. Those that are not here are not kept: drawings on a canvas, logs and fonts may show what was typed. */
export const CHANGE = {
  mutation: 0,
  mouseMove: 1,
  mouseInteraction: 2,
  scroll: 3,
  resize: 4,
  input: 5,
  touchMove: 6,
  media: 7,
  styleSheetRule: 8,
  drag: 12,
  styleDeclaration: 13,
  selection: 14,
  adoptedStyleSheet: 15,
  customElement: 16,
} as const;

export const KEPT_CHANGES: ReadonlySet<unknown> = new Set(Object.values(CHANGE));

export type Fields = Record<string, unknown>;

/** The recording is none that rrweb makes. */
export class UnreadableRecording extends Error {}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws UnreadableRecording */
export function objectOf(value: unknown): Fields {
  if (!isObject(value)) throw new UnreadableRecording('An event lacks its data');
  return value;
}

/** The objects of a list; none if there is no list. @throws UnreadableRecording */
export function listOf(value: unknown): Fields[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadableRecording('An event has something else in place of a list');
  return value.map(objectOf);
}
