/** Visitors who were exposed to a variant, and how many of them converted. */
export interface Sample {
  visitors: number;
  conversions: number;
}

/** Null without visitors. */
export const rateOf = ({ visitors, conversions }: Sample): number | null =>
  visitors === 0 ? null : conversions / visitors;
