/** Limits of a document, so that it is rendered in a short time. */
export const LIMITS = {
  sections: 60,
  columnsPerSection: 6,
  itemsPerColumn: 200,
  /** Items of the whole document, with those in columns inside of columns. */
  items: 500,
  /** Size of the document as JSON. */
  bytes: 512 * 1024,
  /** Entries of a list inside an item. */
  entries: 60,
  /** Characters. */
  shortText: 200,
  mediumText: 1_000,
  richText: 20_000,
  html: 50_000,
  address: 2_048,
} as const;
