/** What a document may hold at most: rendering stays short, and nothing grows without end. */
export const LIMITS = {
  sections: 60,
  columnsPerSection: 6,
  itemsPerColumn: 200,
  /** In the whole document, those in columns inside of columns included. */
  items: 500,
  /** Of the document as JSON, in bytes. */
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
