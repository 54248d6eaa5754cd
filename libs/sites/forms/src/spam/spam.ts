/** Signs of spam, as they are kept with a lead and shown by the API, each with its weight. */
const WEIGHTS = {
  /** A field that people do not see was filled in. */
  armadilha: 100,
  /** The form was sent sooner after it was shown than people type. */
  rapido_demais: 60,
  /** The proof of when the form was shown is forged, or of another form. */
  prova_invalida: 60,
  /** Many submissions from one address in a short time: a bot, or people behind a carrier or an office. */
  frequencia: 40,
  /** More links than people write, markup, or an address for a name. */
  links: 60,
  /** A link where a form asks for none: people write some, too. */
  link: 30,
  /** The e-mail address is of a service for addresses that are thrown away. */
  email_descartavel: 40,
  /** The address belongs to a data centre, where people seldom sit. */
  datacenter: 40,
  /** Nothing shows that a browser ran the page's script. People without JavaScript are like that, too. */
  sem_script: 20,
} as const;

export type SpamReason = keyof typeof WEIGHTS;

export const SPAM_REASONS = Object.keys(WEIGHTS) as SpamReason[];

/** From this sum of weights on a submission is spam: one strong sign, or several weak ones. */
const SPAM_FROM = 60;

export interface SpamVerdict {
  isSpam: boolean;
  reasons: SpamReason[];
}

/** Judges by the signs that were found. */
export function judgeSpam(signs: Iterable<SpamReason>): SpamVerdict {
  const reasons = [...new Set(signs)];
  const weight = reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0);
  return { isSpam: weight >= SPAM_FROM, reasons };
}
