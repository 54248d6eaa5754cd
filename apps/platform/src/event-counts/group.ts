export const DIMENSIONS = ['tag', 'campaign', 'environment'] as const;

/** Properties by which messages are grouped. */
export type Dimension = (typeof DIMENSIONS)[number];

export interface Group {
  dimension: Dimension;
  /** `key:value` of a tag, the id of a campaign, or the environment. */
  value: string;
}
