import type { AuthenticationVerdicts, SpamVerdict } from '../messages/message-values.js';
import type { MessageContent } from '../messages/message-content.js';

const REQUIRED_SCORE = 5;

/** The text by which mail servers are tested: a message with it is spam everywhere. */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

interface Judged {
  content: MessageContent;
  verdicts: AuthenticationVerdicts;
}

/** What speaks against a message, and how much; the names are those of Rspamd where it has the same rule. */
const RULES: Record<string, { score: number; holds(judged: Judged): boolean }> = {
  GTUBE: { score: 100, holds: ({ content }) => `${content.text}${content.html ?? ''}`.includes(GTUBE) },
  DMARC_POLICY_REJECT: { score: 3, holds: ({ verdicts }) => verdicts.dmarc === 'fail' },
  R_SPF_FAIL: { score: 2, holds: ({ verdicts }) => verdicts.spf === 'fail' },
  R_SPF_SOFTFAIL: { score: 0.5, holds: ({ verdicts }) => verdicts.spf === 'softfail' },
  R_DKIM_REJECT: { score: 1.5, holds: ({ verdicts }) => verdicts.dkim === 'fail' },
  R_DKIM_ALLOW: { score: -0.5, holds: ({ verdicts }) => verdicts.dkim === 'pass' },
  MISSING_FROM: { score: 2, holds: ({ content }) => !content.from?.address },
  MISSING_MID: { score: 1, holds: ({ content }) => !content.messageId },
  MISSING_DATE: { score: 1, holds: ({ content }) => !content.date },
  MISSING_TO: { score: 1, holds: ({ content }) => content.to.length + content.cc.length === 0 && !content.listId },
  SUBJ_ALL_CAPS: {
    score: 1.5,
    holds: ({ content }) => /[A-Z].{8}/.test(content.subject) && !/[a-z]/.test(content.subject),
  },
  FROM_IS_SPOOFED_NAME: { score: 2, holds: ({ content }) => namesAnotherDomain(content) },
};

/** Judges a message by a few rules of our own, which need no server. */
export function judgeByRules(judged: Judged): SpamVerdict {
  const symbols = Object.entries(RULES).filter(([, rule]) => rule.holds(judged));
  const sum = symbols.reduce((score, [, rule]) => score + rule.score, 0);
  const score = Math.round(sum * 10) / 10;
  const action = score >= REQUIRED_SCORE ? 'spam' : 'none';
  return { score, required: REQUIRED_SCORE, action, symbols: symbols.map(([name]) => name) };
}

/** Whether the name beside the sender's address is an address at another domain. */
function namesAnotherDomain({ from }: MessageContent): boolean {
  const named = /@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(from?.name ?? '')?.[1]?.toLowerCase();
  return named !== undefined && !from!.address.toLowerCase().endsWith(`@${named}`);
}
