import { domainOf } from '#libs/mail/email';
import { authorOf, type HeaderField } from '#libs/mail/mime';
import type { SenderVerdicts } from './sender-verdicts.js';

/** Fields of which a message has one (RFC 5322, 3.6). Of several the first is shown, and the last is the one that a signature covers. */
const ONCE = ['subject', 'date', 'to', 'cc', 'reply-to', 'message-id'];

/**
 * Holds the author who was judged against the one who is shown. A message whose From readers read in different ways counts as forged: by
 * one of its authors a policy of the other's domain would be walked around.
 */
export function judgeAuthor(sender: SenderVerdicts, headers: readonly HeaderField[]): SenderVerdicts {
  const { judged } = sender;
  if (!judged) return sender;
  const author = authorOf(headers);
  const shown = author.kind === 'one' ? [domainOf(author.address)] : [];
  if (author.kind === 'unclear' || shown.join() !== judged.filter((domain) => domain !== '').join())
    return { ...failed(sender), isForged: true };
  return hasRepeatedField(headers) ? failed(sender) : sender;
}

/** Takes back what passed: it did not pass for what is shown. */
function failed(sender: SenderVerdicts): SenderVerdicts {
  const { verdicts, results } = sender;
  const dkim = verdicts.dkim === 'pass' ? 'policy' : verdicts.dkim;
  const others = results.replaceAll(/;\s*(?:dmarc=|dkim=pass)[^;]*/g, '');
  return {
    ...sender,
    verdicts: { ...verdicts, dkim, dmarc: 'fail' },
    signers: [],
    vouchedBy: null,
    results: `${others}; dkim=${dkim}; dmarc=fail reason="the header can be read in different ways"`,
  };
}

function hasRepeatedField(headers: readonly HeaderField[]): boolean {
  const names = headers.map(({ name }) => name.toLowerCase()).filter((name) => ONCE.includes(name));
  return new Set(names).size < names.length;
}
