import { actionOf, type JudgedMessage, SPAM_SCORE, type SpamContext, type SpamVerdict } from './spam.js';
import { textSigns, type TextSigns } from './text-signs.js';

/** The text by which mail servers are tested: a message with it is spam everywhere. */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

const EXECUTABLE = /\.(?:apk|bat|cmd|com|cpl|exe|hta|jar|js|jse|lnk|msi|ps1|reg|scr|vbe|vbs|wsf)$/i;
/** A document's name with an executable's ending behind it. */
const DISGUISED = /\.(?:docx?|jpe?g|pdf|png|txt|xlsx?)\s*\.[a-z0-9]{2,4}$/i;
const MANY_LINKS = 20;
const FAR_FUTURE_MS = 24 * 60 * 60 * 1000;

interface Judged extends Pick<JudgedMessage, 'content' | 'attachments'> {
  context: SpamContext;
  signs: TextSigns;
}

interface Rule {
  score: number;
  holds(judged: Judged): boolean;
}

/** Rules for and against a message, with their weights; the names are Rspamd's where it has the same rule. */
const RULES: Record<string, Rule> = {
  GTUBE: { score: 100, holds: ({ content }) => `${content.text}${content.html ?? ''}`.includes(GTUBE) },
  DMARC_POLICY_REJECT: { score: 4, holds: ({ context }) => context.sender.dmarc === 'fail' },
  DMARC_POLICY_ALLOW: { score: -0.5, holds: ({ context }) => context.sender.dmarc === 'pass' },
  R_SPF_FAIL: { score: 2, holds: ({ context }) => context.sender.spf === 'fail' },
  R_SPF_SOFTFAIL: { score: 0.5, holds: ({ context }) => context.sender.spf === 'softfail' },
  R_DKIM_REJECT: { score: 1.5, holds: ({ context }) => context.sender.dkim === 'fail' },
  R_DKIM_ALLOW: { score: -0.5, holds: ({ context }) => context.sender.dkim === 'pass' },
  MISSING_FROM: { score: 2, holds: ({ content }) => !content.from?.address },
  MISSING_MID: { score: 1, holds: ({ content }) => !content.messageId },
  MISSING_DATE: { score: 1, holds: ({ content }) => !content.date },
  DATE_IN_FUTURE: { score: 2, holds: ({ content }) => (content.date?.getTime() ?? 0) > Date.now() + FAR_FUTURE_MS },
  MISSING_TO: { score: 1, holds: ({ content }) => content.to.length + content.cc.length === 0 && !content.listId },
  MISSING_SUBJECT: { score: 1, holds: ({ content }) => !content.subject.trim() },
  SUBJ_ALL_CAPS: { score: 1.5, holds: ({ content }) => isAllCapitals(content.subject) },
  SPOOF_DISPLAY_NAME: { score: 3, holds: ({ content }) => namesAnotherDomain(content) },
  MIME_HTML_ONLY: { score: 0.2, holds: ({ content }) => isHtmlOnly(content) },
  EXECUTABLE_ATTACHMENT: {
    score: 4,
    holds: ({ attachments }) => attachments.some(({ fileName }) => EXECUTABLE.test(fileName)),
  },
  MIME_DOUBLE_BAD_EXTENSION: {
    score: 3,
    holds: ({ attachments }) =>
      attachments.some(({ fileName }) => EXECUTABLE.test(fileName) && DISGUISED.test(fileName)),
  },
  MANY_LINKS: { score: 1.5, holds: ({ signs }) => signs.links > MANY_LINKS },
  URL_SHORTENER: { score: 1.5, holds: ({ signs }) => signs.shorteners > 0 },
  SPAM_PHRASE: { score: 2, holds: ({ signs }) => signs.phrases === 1 },
  SPAM_PHRASES: { score: 4, holds: ({ signs }) => signs.phrases > 1 },
};

/** Judges a message by rules of our own, which need no server. */
export function judgeByRules(
  { content, attachments }: Pick<Judged, 'content' | 'attachments'>,
  context: SpamContext,
): SpamVerdict {
  const signs = textSigns(content.subject, content.text, content.html);
  const held = Object.entries(RULES)
    .filter(([, rule]) => rule.holds({ content, attachments, context, signs }))
    .toSorted(([, a], [, b]) => b.score - a.score);
  const sum = held.reduce((score, [, rule]) => score + rule.score, 0);
  const score = Math.round(sum * 10) / 10;
  return {
    score,
    required: SPAM_SCORE,
    action: actionOf(score),
    symbols: held.map(([name]) => name),
    scores: Object.fromEntries(held.map(([name, rule]) => [name, rule.score])),
    judge: 'rules',
  };
}

type Content = Judged['content'];

/** Applies to any alphabet that has capitals. */
function isAllCapitals(subject: string): boolean {
  const letters = subject.replaceAll(/\P{L}/gu, '');
  return letters.length >= 10 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}

/** Whether the name beside the sender's address is an address at another domain. */
function namesAnotherDomain({ from }: Content): boolean {
  if (!from) return false;
  const named = /@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})/i.exec(from.name)?.[1]?.toLowerCase();
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  return named !== undefined && named !== domain;
}

function isHtmlOnly({ headers }: Content): boolean {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  return /^\s*text\/html\b/i.test(type?.value ?? '');
}
