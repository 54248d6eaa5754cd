import { addressIn, addressMatches } from './fields.js';

export const ADDRESS = String.raw`([^\s<>'"“”‘’«»:;,()[\]：；，（）、。]{1,64}@[^\s<>'"“”‘’«»:;,()@[\]：；，（）、。]{1,255}?)`;
export const END = String.raw`(?=[.,;:]?(?:[\s<>'"”’»)\]]|$)|[,;:])`;

/** An address that begins a line, as most servers write the recipients that they speak of. */
const LEADING = new RegExp(String.raw`^(?:->\s)?[<"'*[(\s-]{0,6}(?:smtp:|mailto:)?${ADDRESS}${END}`, 'i');

/** A name, and an address in brackets that ends the line. */
const NAMED = new RegExp(
  String.raw`^[*\s-]{0,6}("[^"]{1,80}"|\p{L}[\p{L}\p{M} .'’-]{0,80})\s?[<([](?:smtp:|mailto:)?${ADDRESS}[>)\]][\s:;,.]{0,4}$`,
  'iu',
);

/** An address after the name of its role. */
const LABELLED = new RegExp(
  String.raw`^[\s*-]{0,4}(?:(?:the )?(?:final[- ]|original[- ]|failed |intended |target |invalid |mail |e-?mail )*(?:recipients?|addressee|address|rcpt|destinatario|收件人|收信人|宛先)(?: ?\(s\))?(?: address| mail address| e-?mail)?|rcpt to|(?:un)?deliver(?:able|ed|y failed) to|failed recipients?)\s{0,3}[:=-]?[\s<"'[]{0,4}(?:smtp:|rfc822;\s?)?${ADDRESS}${END}`,
  'i',
);

/** Any words before a colon, and an address; its name may stand between. */
const LABEL = new RegExp(
  String.raw`^[\s*-]{0,6}([^@:：=>]{2,60}?)(?:\s?[:：=]|\s[–-]\s)\s{0,8}(?:"[^"]{1,80}"\s|\p{L}[\p{L}\p{M} .'’-]{0,60}\s(?=<))?[\s<"'[(]{0,4}(?:smtp:|rfc822;\s?)?${ADDRESS}${END}`,
  'iu',
);

/** Words for the one to whom a mail goes. */
const ROLE =
  /recipient|addressee|\baddress|rcpt|deliver|failed|destinat|empf[aä]nger|direcci[oó]n|endere[cç]o|adress|indirizzo|получател|адрес|кому|收件人|收信人|宛先|地址|受信者|받는|ontvanger|geadresseerde|mottagare|modtager|vastaanottaja|odbiorc|adresat|alıcı|příjemc/i;

/** Words for others who are named. */
const OTHER_ROLE =
  /sender|\bfrom\b|reply|return|contact|server|report|admin|support|abuse|help|owner|originat|absender|remetente|remitente|exp[ée]diteur|mittente|отправител|发件人|寄件人|差出人|nadawc|afzender|avsändare|for more|assistance/i;

/** An address in the form of X.400, as old Exchange servers write it. */
const X400 = new RegExp(String.raw`\b(?:dda:)?(?:smtp|rfc-?822)[=:]\s?${ADDRESS}${END}`, 'i');

/** A further address of a list. */
export const FURTHER = new RegExp(String.raw`^[>"')\s]{0,4}(?:[,;]|and |und |e |y )[\s<"'(]{0,4}${ADDRESS}${END}`, 'i');

/** Words before an address that is not the recipient's. */
const OF_OTHER =
  /(?:\b(?:from|by|contact|ask|via|at|on behalf of|reply to|write to|mail of|message of)(?: the)?(?: (?:list|sender|user|address|account|host|you))?|\b(?:mail from|return[- ]path|sender(?:[’']s)?(?: e?-?mail)?(?: address)?)|\b(?:mensaje|mensagem|message|correo|courriel|e-?mail|mail|nachricht|remetente|remitente|exp[ée]diteur|absender|messaggio|mittente) (?:de|von|da|di)|remetente|remitente|exp[ée]diteur|absender|mittente|отправител\S{0,4}|发件人|差出人)[\s:=：]{0,3}[<"'([]{0,3}$/iu;

const BEFORE = 60;

/** The address that begins a line or follows a label. */
export function addressAtBegin(line: string): string | undefined {
  const known = X400.exec(line)?.[1] ?? LEADING.exec(line)?.[1] ?? LABELLED.exec(line)?.[1];
  return known ?? labelledAddress(line) ?? namedAddress(line);
}

function namedAddress(line: string): string | undefined {
  const [, name = '', address] = NAMED.exec(line) ?? [];
  return OTHER_ROLE.test(name) || name.split(' ').length > MAX_NAME_WORDS ? undefined : address;
}

const MAX_NAME_WORDS = 5;

function labelledAddress(line: string): string | undefined {
  const [, label = '', address] = LABEL.exec(line) ?? [];
  return ROLE.test(label) && !OTHER_ROLE.test(label) ? address : undefined;
}

/** The first address of a line that is not called the sender's, or somebody else's. */
export function recipientIn(line: string): string | undefined {
  const found = addressMatches(line).find(
    ({ index }) => !OF_OTHER.test(line.slice(Math.max(0, index - BEFORE), index)),
  );
  return found && addressIn(found.address);
}

/** An address whose members the mail went on to: of Postfix, sendmail and Exim. */
const EXPANDED = new RegExp(
  String.raw`\((?:expanded from:?|(?:ultimately )?generated from)\s{1,4}[<"']?${ADDRESS}[>"']?\)`,
  'i',
);

/** The address that the mail was sent to, if a line says that another one was expanded from it. */
export const expandedFrom = (line: string): string | undefined => EXPANDED.exec(line)?.[1];
