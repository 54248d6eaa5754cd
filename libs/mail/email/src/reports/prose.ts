import { moreSpecificStatus, smtpCodeIn } from './classify.js';
import { longLine, reportOf } from './delivery-status.js';
import { entriesIn, type Entry, type Mention } from './prose-recipients.js';
import { addressIn, readBlocks } from './fields.js';
import type { ReportMail } from './report-mail.js';
import type { RecipientReport, ReportedAction } from './report.js';
import { isFromServer } from './report-senders.js';
import { wordingsIn } from './wordings.js';

const FAILED_SUBJECT =
  /undeliver|non-?deliver|not? (?:be(?:en)? )?deliver|returned (?:e-?mail|message)|return(?:ed)? to sender|failure notice|failed delivery|failed mail|(?:delivery|message) (?:status|failure|report|problem|failed|error|notification|has failed|delayed|unsuccessful)|mail (?:delivery )?(?:failed|failure|error|system error|status report|returned|could not)|email bounce|bounce(?:d)? (?:notification|message|mail)|error sending|problem delivering|message (?:not delivered|undeliverable|delivery failed|rejected)|(?:user|recipient|host) unknown|unknown (?:user|recipient|host)|could ?n[o']t (?:be )?(?:deliver|send)|cannot (?:be )?(?:deliver|send)|n[ãa]o (?:foi |é poss[íi]vel )?entreg|(?:falha|erro) (?:na|de) entrega|unzustellbar|non remis|[ée]chec de (?:la )?remise|no (?:se )?(?:pudo|puede) entreg|error de entrega|mancato recapito|recapito non riuscito|onbestelbaar|non recapitabile|niet (?:be)?zorg|niet bezorgd|onbestelbaar|nie (?:można|udało się) dostarczyć|niedostarczon|недоставлен|전송 실패|반송|배달 (?:실패|불가)|(?:teslim edil|iletil)emedi|går inte att leverera|kunde inte levereras|(?:kan|kunne) ikke leveres|nedoručiteln|nelze doručit|ei voi(?:tu|da) toimittaa|kézbesíthetetlen|blocked by our|(?:virus|spam|banned contents?)(?: \S{1,60}){0,3} (?:in (?:mail|message) )?from you|退信|退回|投递失败|无法投递|无法送达|发送失败|配信(?:不能|エラー)|エラーメール|届けられ|не доставлен/i;

const FAILED_WORDS =
  /this is the qmail-send program|this is the (?:mail system|postfix program) at host|transcript of session follows|had (?:permanent |transient )?(?:fatal errors|delivery problems|errors)|address(?:\(es\)|es)? (?:have |has )?failed|returned permanent errors|did not reach (?:some or all of )?(?:the|your)|delivery has failed to these|(?:unable|wasn[’']?t able|not able|failed) to (?:be )?deliver|(?:could|can|was|were|has|have|is|will)(?: ?not|n[’']t) (?:be(?:en)? )?(?:able to be )?(?:successfully )?deliver|problems? delivering|trouble delivering|error delivering|error while delivering|failed permanently|undeliver(?:able|ed)|delivery (?:has |to \S{1,255} |of \S{1,40} )?(?:has )?fail|delivery failure|giving up on|(?:has been|was|were) rejected|couldn[’']t (?:be )?deliver|unknown user|user unknown|was not sent|not delivered to the following|postponed due to|failed to deliver|failed to reach|mailbox (?:is )?full|n[ãa]o (?:p[ôo]de ser|foi (?:poss[íi]vel )?)entreg|no (?:se )?(?:pudo|ha podido) entreg|konnte nicht zugestellt|n[’']a pas pu [êe]tre (?:remis|distribu)|recapito non riuscito|(?:non|impossibile)(?: [èe] stato possibile)? (?:recapitare|consegnare)|bezorging [^.]{1,120} mislukt|kon(?:den)? niet worden (?:bezorgd|afgeleverd)|nie powiodło się|nie udało się dostarczyć|не удалось доставить|не может\s{1,4}быть\s{1,4}отправлено|не было доставлено|전송하지 못|배달하지 못|전달되지|(?:teslim edil|iletil)emedi|gick inte att leverera|kunde inte levereras|kunne ikke leveres|selhalo|nebylo možné doručit|[ée]chec de la remise|n[’']est pas parvenu|no se ha entregado|wurde nicht [^.]{0,120}zugestellt|nachrichtenzustellung|delivery of the (?:e-?mail|message) was stopped|was blocked by|无法(?:投递|送达|发送)|退信|投递失败|未能(?:送达|投递)|配信できません|配送できません|届けられませんでした|не может быть доставлен|не доставлен|不存在/i;

const DELAYED_SUBJECT =
  /\bdelay(?:ed)?\b|\(retrying\)|still being retried|\bpostponed\b|entrega atrasada|verz[öo]ger|retard[ée]/i;

/** Some servers warn of a delay, others of the end. */
const WARNING_SUBJECT = /^\s*warning: /i;

const DELAYED =
  /this is a warning message only|(?:has|have) not yet been delivered|(?:delivery|message)(?: \S+){0,8} (?:is|has been|was) (?:delayed|deferred|postponed)|delay reason|do not need to re-?send|(?:will|shall)(?: \S+){0,3} (?:continue|keep) (?:to )?(?:try|retry|attempt)\w*|will (?:be re-?tried|retry|try again|try to deliver)|delivery attempts will continue|attempts will (?:continue|be made)|still (?:trying|undelivered|being (?:re)?tried|awaiting delivery|in (?:the|our) queue)|not (?:yet )?been delivered yet|(?:[’']ll| will| shall) (?:keep|continue) (?:on )?try|queued for (?:re-?try|later)|transient non-fatal|temporary failure report|enqueued and undeliverable|no action is required on your part|postponed due to/i;

/** Wordings of the end of all tries. */
const FINAL =
  /giv(?:en|ing) up|not going to try|(?:not|no longer) be (?:re-?tried|attempted)|permanent(?:ly)? (?:fatal )?(?:error|fail)|failed permanently|(?:will be|has been|was) (?:deleted|removed) from|no (?:further|more) (?:delivery )?(?:attempts|tries)|(?:has been|was|is being) returned|will not try|stopped trying|could not be delivered (?:for|within|in) \d+ days?|permanent fatal|expired|retry time(?:out| not reached)/i;

/** A negative reply of SMTP at the beginning of a line. */
const REPLIED = /^[45]\d\d(?: -)?[ -]/m;

/** Whether a mail is a bounce, by its sender, subject and words. */
function looksLikeBounce(mail: ReportMail, text: string): boolean {
  const failed = FAILED_SUBJECT.test(mail.subject);
  const says = FAILED_WORDS.test(text) || (REPLIED.test(text) && wordingsIn(text.slice(0, 4_096)).unknown);
  const delayed = DELAYED_SUBJECT.test(mail.subject) || WARNING_SUBJECT.test(mail.subject);
  return isFromServer(mail) ? failed || says || delayed : failed && says;
}

/**
 * Parses a bounce that is not a DSN: in the formats of qmail, Exim, sendmail, Exchange, Domino, Postfix without its DSN part,
 * Yahoo, Gmail and others, or in prose. Empty for other mail, such as answers of users and absence notices.
 */
export function readProse(mail: ReportMail, mentions: readonly Mention[]): RecipientReport[] {
  const text = mail.lines.join('\n').slice(0, 32_768);
  const named = mail.headers.has('x-failed-recipients');
  if (!named && !looksLikeBounce(mail, text)) return [];
  const whole = wholeAction(mail.subject, text) ?? 'failed';
  const entries = entriesIn(mail, mentions);
  return entries.map((entry) =>
    toReport(mail, entries.length === 1 ? withReason(entry, mail) : entry, entry.action ?? whole),
  );
}

/** The entry with the whole text, if the words about its address give no reason: it stands elsewhere. */
function withReason(entry: Entry, { lines }: ReportMail): Entry {
  const said = entry.lines.join(' ');
  const { full, refused, dnsTransient, transient, unknown } = wordingsIn(said);
  const hasReason = full || refused || dnsTransient || transient || unknown || smtpCodeIn(said) !== undefined;
  return hasReason ? entry : { ...entry, lines: lines.filter(Boolean) };
}

/** The action that subject and text name for all recipients; undefined if they are silent. */
export function wholeAction(subject: string, text: string): ReportedAction | undefined {
  if (DELAYED_SUBJECT.test(subject) || /this is a warning message only/i.test(text)) return 'delayed';
  if (FINAL.test(text)) return 'failed';
  if (DELAYED.test(text)) return 'delayed';
  if (!WARNING_SUBJECT.test(subject)) return undefined;
  return wordingsIn(text.slice(0, 4_096)).unknown || PERMANENT_CODE.test(text) ? 'failed' : 'delayed';
}

const PERMANENT_CODE = /(?:^|[\s(:#])5(?:\d\d[ -]|\.\d{1,3}\.\d)/m;

/** The refusal of a filter that the recipient set up. It is of this mail or sender; what it says of the address is a person's words. */
export function readFilterRefusal(mail: ReportMail, mentions: readonly Mention[]): RecipientReport[] {
  const receipts = mail.parts('message/disposition-notification').flatMap((part) => readBlocks(part));
  const named = receipts.map((fields) => addressIn(fields.get('final-recipient'))).find(Boolean);
  const reports = entriesIn(mail, mentions).map((entry) => toReport(mail, entry, 'failed'));
  return reports.slice(0, 1).map((report) => ({
    ...report,
    ...(named === undefined ? {} : { recipient: named }),
    type: wordingsIn(mail.lines.join(' ').slice(0, 4_096)).full ? 'soft' : 'block',
  }));
}

function toReport(mail: ReportMail, { address, lines, alias }: Entry, action: ReportedAction): RecipientReport {
  const diagnostic = longLine(lines.join(' '));
  const report = reportOf(action, {
    recipient: alias ?? address,
    ...(alias === undefined ? {} : { finalRecipient: address }),
    diagnostic,
    status: moreSpecificStatus(undefined, diagnostic),
  });
  // A user may quote a server: without a server as its sender and a code, the text alone suppresses no address.
  const unsure = !isFromServer(mail) && !mail.headers.has('x-failed-recipients') && !hasPermanentCode(report);
  return unsure && report.type === 'hard' ? { ...report, type: 'soft' } : report;
}

const hasPermanentCode = ({ status, smtpCode }: RecipientReport) =>
  status?.startsWith('5.') === true || (smtpCode !== undefined && smtpCode >= 500);
