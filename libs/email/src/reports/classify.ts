import type { BounceType } from './report.js';

/** What a server said about a failure. */
export interface Failure {
  status?: string;
  smtpCode?: number;
  diagnostic?: string;
}

/** Of RFC 3463 and its registry: bad mailbox, system or syntax; mailbox moved, null MX; disabled; no such host. */
const HARD_STATUS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1', '5.4.4']);

/** Of the same registry: the sender's address is wrong, or its domain. It says nothing about the recipient. */
const SENDER_STATUS = new Set(['5.1.7', '5.1.8']);

/** Full, or busy: it may take a mail another day. */
const FULL =
  /\b(?:out of (?:storage|space|disk)|receiving (?:e?mail|messages) (?:at a rate|too (?:quickly|fast|often))|(?:caixa|conta|buzon|boite|postfach|mailbox|casilla)(?: \S+){0,4} (?:cheia|lotada|llen[oa]|pleine|voll|piena)|(?:quota|cota|cuota)(?: \S+){0,3} (?:exce\w+|esgotada|superada|depassee?|uberschritten)|over ?quota|quota (?:exceeded|full)|exceeded (?:\w+ )?(?:storage|quota)|(?:mailbox|inbox|mail ?box|account|storage|disk)(?: \w+){0,3} full|insufficient (?:disk|system|storage|space)|too (?:big|large)|size (?:limit|exceeds)|exceeds (?:\w+ ){0,3}size)/;

const REFUSED =
  /\b(?:spam\w*|unsolicited|black ?list\w*|block ?list\w*|deny ?list\w*|blocked|rbl|dnsbl|reputation|bulk mail|(?:due to|against|local|security|violates?|content) (?:\w+ )?policy|policy (?:reasons?|violation|restrictions?|rejection)|dmarc|spf|dkim|unauthenticated|grey ?list\w*|gray ?list\w*|rate limit\w*|too many (?:connections|messages|recipients)|banned|abuse|virus|malware|phish\w*|suspicious|content reject\w*|not authori[sz]ed|sender(?: \S+){0,2} (?:rejected|denied|refused)|(?:domain|address) of (?:the )?sender|sender(?:[’']s)? (?:\S+ ){0,2}(?:domain|verif\w+|callout|callback)|(?:verify|validate|resolve) (?:the )?sender|relay(?:ing)? (?:access )?(?:denied|not permitted|not allowed))\b/;

const UNKNOWN =
  /\b(?:(?:user|recipient|mailbox|address|addressee|account)(?: \w+){0,2} unknown|unknown (?:user|recipient|mailbox|address|local|account|or illegal)|no such (?:user|recipient|mailbox|address|person|account|domain|host)|no (?:mailbox|user|account)(?: here)? by that name|(?:user|mailbox|mail box|recipient|address|account|domain|inbox|addressee)(?: \S+){0,6} (?:does(?: not|n[o']?t|n’t)|did(?: not|n[o']?t)) exist|(?:user|recipient|mailbox|address|account|domain|host|domain name)(?: \w+){0,2} not found|couldn[’']?t be found|wasn[’']?t found|could not be found|mailbox (?:is )?(?:unavailable|disabled|inactive|closed)|(?:user|mailbox|account|address|recipient)(?: \w+){0,3} (?:disabled|inactive|suspended|deactivated|discontinued|closed|terminated|expired|deleted)|invalid (?:recipient|mailbox|address|user|account)|(?:recipient|address) rejected|recipnotfound|no mailbox|bad destination|not a valid (?:user|mailbox|recipient|address)|not our customer|doesn[’']?t have an? \S+ account|(?:has|have) no (?:mail ?box|account)|nxdomain|not listed in (?:\S+ ){0,3}(?:directory|address ?book)|no longer (?:active|valid|available|with|employed|exists|in use))\b/;

/** The same in the words of servers that speak Portuguese, Spanish, French or German; without accents. */
const UNKNOWN_ELSEWHERE =
  /\b(?:(?:usuario|destinatario|caixa|conta|endereco|mailbox|buzon|direccion|cuenta|utilisateur|destinataire|adresse|boite|benutzer|empfanger|postfach)(?: \S+){0,6} (?:inexistente|desconhecid[oa]|invalid[oa]|nao (?:existe|(?:foi )?(?:encontrad|localizad)[oa])|no (?:existe|(?:se )?(?:ha )?(?:sido )?encontr\w+)|desconocid[oa]|inconnue?|n[’']existe (?:pas|plus)|introuvable|(?:ist )?unbekannt|existiert nicht|(?:wurde )?nicht gefunden))(?!\w)/;

/**
 * What kind of failure it is. Words weigh more than codes, since servers choose words with more care; and doubt is
 * resolved towards `soft` and `block`, because `hard` makes an address unreachable for good.
 */
export function classify({ status, smtpCode, diagnostic = '' }: Failure): BounceType {
  const words = wordsOf(diagnostic);
  if (status !== undefined && SENDER_STATUS.has(status)) return 'block';
  if (FULL.test(words) || status?.endsWith('.2.2')) return 'soft';
  const refused = REFUSED.test(words);
  if (status?.startsWith('4.') || (status === undefined && isTemporary(smtpCode))) return refused ? 'block' : 'soft';
  if (refused) return 'block';
  if (status !== undefined && HARD_STATUS.has(status)) return 'hard';
  if (UNKNOWN.test(words) || UNKNOWN_ELSEWHERE.test(words)) return 'hard';
  // What Exchange Online says of an address that its directory does not have.
  if (status === '5.4.1' && words.includes('access denied')) return 'hard';
  return status?.startsWith('5.7.') ? 'block' : 'soft';
}

const isTemporary = (smtpCode: number | undefined) => smtpCode !== undefined && smtpCode < 500;

/**
 * The words alone, without accents: addresses and links in them say nothing about the failure, though they may look as
 * if they did.
 */
function wordsOf(diagnostic: string): string {
  return diagnostic
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !word.includes('://'))
    .join(' ');
}

/** A specific code says more than `x.0.0`, wherever it stands; codes that contradict each other leave the field's. */
export function moreSpecificStatus(field: string | undefined, diagnostic: string): string | undefined {
  const written = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(diagnostic)?.[1];
  if (field === undefined) return written;
  return written?.[0] === field[0] && field.endsWith('.0.0') ? written : field;
}

/** The reply code of SMTP in a server's words. */
export function smtpCodeIn(diagnostic: string): number | undefined {
  const code = /(?:^|[\s(:;<>#'"])([245][0-5]\d)(?=[\s\-:,;)]|$)/.exec(diagnostic)?.[1];
  return code === undefined ? undefined : Number(code);
}
