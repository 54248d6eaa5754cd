export const SUGGESTION_STATUSES = ['pending', 'accepted', 'refused'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

/** Why two contacts may be one person, and how sure that is, of 100. */
export const REASON_SCORES = {
  /** A form was sent with the e-mail address of one and the telephone number of the other. */
  'phone-in-lead': 90,
  /** Their numbers are one mobile number of Brazil, with its ninth digit and without. */
  'phone-but-for-ninth-digit': 85,
  /** A row of a file has an address of each; many people share a telephone number. */
  'address-in-import': 70,
  /** The e-mail addresses differ by what follows a plus. */
  'email-but-for-tag': 80,
  /** They have one name, and e-mail addresses of one organization. */
  'name-and-domain': 60,
} as const;

export type MergeReason = keyof typeof REASON_SCORES;

/** The surest reason counts whole, each further one a tenth. */
export function scoreOf(reasons: readonly MergeReason[]): number {
  const scores = reasons.map((reason) => REASON_SCORES[reason]).toSorted((a, b) => b - a);
  const [surest = 0, ...others] = scores;
  return Math.min(100, surest + others.reduce((sum, score) => sum + Math.round(score / 10), 0));
}
