import { moreSpecificStatus } from './classify.js';
import { oneLine, reportOf } from './delivery-status.js';
import { addressIn } from './fields.js';
import type { ReportMail } from './report-mail.js';
import type { RecipientReport, ReportedAction } from './report.js';

const MAX_LINES = 400;
const MAX_RECIPIENTS = 50;

/** Who writes bounces, by the local part. */
const DAEMON =
  /^(?:mailer-daemon|mailerdaemon|postmaster|mail-daemon|bounce\w*|mdaemon|noreply-mail-daemon)(?:[+@.-]|$)/;

/** Whether an address (in lower case) is that of a mail server itself. */
export const isDaemon = (address: string): boolean => DAEMON.test(address);

const FAILED_SUBJECT =
  /undeliver|returned mail|return(?:ed)? to sender|failure notice|delivery (?:status notification|failure|report|problem|failed|error)|mail (?:delivery )?(?:failed|failure|error|system error)|message (?:not delivered|undeliverable|delivery failed)|could ?n[o']t (?:be )?deliver|n[ãa]o (?:foi |é poss[íi]vel )?entreg|(?:falha|erro) (?:na|de) entrega|unzustellbar|non remis|[ée]chec de (?:la )?remise|no (?:se )?(?:pudo|puede) entreg|error de entrega|mancato recapito|recapito non riuscito|onbestelbaar/i;

const FAILED_WORDS =
  /this is the qmail-send program|this is the mail system at host|had permanent fatal errors|address(?:\(es\)|es)? failed|did not reach (?:some or all of )?(?:the|your)|delivery has failed to these|(?:unable|wasn[’']?t able) to deliver your message|(?:delivery to the following recipients? )?failed permanently|wasn[’']?t delivered to|(?:could|was) not (?:be )?delivered to|could not be delivered|undeliverable|delivery (?:has )?failed|giving up on|n[ãa]o (?:p[ôo]de ser|foi (?:poss[íi]vel )?)entreg|no (?:se )?(?:pudo|ha podido) entreg|konnte nicht zugestellt|n[’']a pas pu [êe]tre (?:remis|distribu)/i;

const DELAYED =
  /\((?:delay|delayed|retrying)\)|delayed mail|warning: (?:could not send|message)|this is a warning message only|has not (?:yet )?been delivered|delivery (?:is )?delayed|do not need to resend|will (?:retry|keep trying|be retried)|still trying|entrega atrasada/i;

/** Where a bounce ends and the mail that it quotes begins. */
const QUOTED =
  /^(?:--.*(?:copy of (?:the|your)|original message|returned message|message header|unsent message|this is a copy|forwarded)|return-path:\s|received: (?:from|by)\s|-{5,}\s?$|message follows)/i;

/**
 * Reads a bounce that is no DSN, of the kinds that qmail, Exim, sendmail, Exchange, Postfix without its DSN part, Yahoo
 * and Gmail send. Empty for a mail that does not look like one; answers of people and of their absence are none.
 */
export function readFreeText(mail: ReportMail): RecipientReport[] {
  const named = mail.headers.get('x-failed-recipients');
  if (named === undefined && !looksLikeBounce(mail)) return [];
  const lines = ownLines(mail.text);
  const action: ReportedAction = DELAYED.test(`${mail.subject}\n${lines.join('\n')}`) ? 'delayed' : 'failed';
  if (named !== undefined) return toReports(action, addressesIn(named), lines);
  return toReports(action, addressesNamed(lines), lines);
}

function looksLikeBounce({ headers, from, subject, text }: ReportMail): boolean {
  const isFromDaemon = isDaemon(from) || headers.get('return-path')?.trim() === '<>';
  const failed = FAILED_SUBJECT.test(subject.slice(0, 500));
  const says = FAILED_WORDS.test(text.slice(0, 8_000));
  return isFromDaemon ? failed || says || DELAYED.test(subject.slice(0, 500)) : failed && says;
}

/** What the server itself wrote, without the mail that it quotes. */
function ownLines(text: string): string[] {
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.slice(0, 1_000).trim());
  const end = lines.findIndex((line, index) => index > 0 && QUOTED.test(line));
  return end < 0 ? lines : lines.slice(0, end);
}

function addressesIn(list: string): string[] {
  return list.split(',', MAX_RECIPIENTS).flatMap((one) => addressIn(one) ?? []);
}

/** Addresses that a line begins with, as every kind of bounce writes them; else the first that it mentions at all. */
function addressesNamed(lines: readonly string[]): string[] {
  const leading = lines.flatMap((line) => {
    const start = /^(?:[<'"*\s]|to: ?|recipient: ?|rcpt to: ?){0,4}([^\s<>'":;,()]{1,64}@[^\s<>'":;,()@]{1,255})/i.exec(
      line,
    );
    return start?.[1] && !isDaemon(start[1].toLowerCase()) ? [start[1].replace(/[.]$/, '')] : [];
  });
  if (leading.length > 0) return [...new Set(leading)].slice(0, MAX_RECIPIENTS);
  const mentioned = lines.flatMap((line) => addressIn(line) ?? []).filter((one) => !isDaemon(one.toLowerCase()));
  return mentioned.slice(0, 1);
}

function toReports(action: ReportedAction, addresses: string[], lines: readonly string[]): RecipientReport[] {
  const recipients = addresses.length > 0 ? addresses : [undefined];
  return recipients.map((recipient) => {
    const diagnostic = oneLine(wordsAbout(recipient, lines).join(' '));
    return reportOf(action, { recipient, diagnostic, status: moreSpecificStatus(undefined, diagnostic) });
  });
}

/** The paragraph that names the recipient, from there on, and the next one when it says no more than the address. */
function wordsAbout(recipient: string | undefined, lines: readonly string[]): string[] {
  const at = recipient === undefined ? -1 : lines.findIndex((line) => line.includes(recipient));
  if (at < 0) return paragraphWithCode(lines);
  const paragraph = paragraphFrom(lines, at);
  if (hasCode(paragraph.join(' ')) || paragraph.join('').length > (recipient?.length ?? 0) + 20) return paragraph;
  const next = startAfter(lines, at + paragraph.length);
  if (next < 0) return paragraph;
  const reason = paragraphFrom(lines, next);
  // "because:", and the reason stands below it.
  const below = reason.at(-1)?.endsWith(':') ? startAfter(lines, next + reason.length) : -1;
  return below < 0 ? reason : [...reason, ...paragraphFrom(lines, below)];
}

/** Where the next paragraph begins; -1 when there is none. */
function startAfter(lines: readonly string[], end: number): number {
  return lines.findIndex((line, index) => index > end && line !== '');
}

function paragraphWithCode(lines: readonly string[]): string[] {
  const at = lines.findIndex(hasCode);
  return at < 0 ? lines.filter(Boolean).slice(0, 5) : paragraphFrom(lines, at);
}

const hasCode = (text: string) => /(?:^|[\s#(])[45](?:\d\d[\s-]|\.\d{1,3}\.\d)/.test(text);

function paragraphFrom(lines: readonly string[], start: number): string[] {
  const length = lines.slice(start).findIndex((line) => line === '');
  return lines.slice(start, length < 0 ? start + 12 : start + Math.min(length, 12));
}
