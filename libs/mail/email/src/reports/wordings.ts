/**
 * Families of wordings in which mail servers say why they refuse a mail. They are applied to text in lower case, without
 * accents, addresses and links. Each is bounded: it runs in time linear in the text.
 */

/** The mailbox is full or busy, or the mail is too large: other mail may be accepted later. */
const FULL =
  /\b(?:out of (?:storage|space|disk)|receiving (?:e?mail|messages) (?:at a rate|too (?:quickly|fast|often))|(?:caixa|conta|buzon|boite|postfach|mailbox|casilla)(?: \S+){0,4} (?:cheia|lotada|llen[oa]|pleine|voll|piena)|(?:quota|cota|cuota)(?: \S+){0,3} (?:exce\w+|esgotada|superada|depassee?|uberschritten)|over ?quota|quota (?:exceeded|full|violation)|mailfull|exceed(?:s|ed|ing)? (?:\S+ ){0,3}(?:storage|quota|size)|(?:mailbox|inbox|mail ?box|account|storage|disk|folder)(?: \w+){0,3} full|insufficient (?:disk|system|storage|space)|(?:not enough|no) (?:storage|disk|space)|too (?:big|large|many messages)|size (?:limit|exceeds)|message (?:length|size) (?:exceed\w+|limit)|over(?: \w+){0,2} (?:limit|quota|storage))/;

/** The server refuses the sender, the sending host or the content. */
const REFUSED =
  /\b(?:spam\w*|unsolicited|black ?list\w*|block(?:ed)? ?list\w*|deny ?list\w*|blocked|blocking|rbl|dnsbl|reputation|bulk mail|(?:due to|against|local|security|violates?|content|administrative) (?:\w+ )?polic(?:y|ies)|policy (?:reasons?|violation|restrictions?|rejection)|dmarc|spf|dkim|unauthenticated|authenti(?:cation|cated) (?:fail\w+|required|checks?|is required)|gr[ea]y ?list\w*|rate limit\w*|too many (?:connections|messages|recipients|emails|mails)|banned|abuse|virus|viruses|infected|malware|phish\w*|suspicious|content (?:reject\w*|filter\w*|checker)|not (?:authori[sz]ed|permitted)|(?:un)?authori[sz]ed to (?:send|relay)|sender(?: \S+){0,2} (?:rejected|denied|refused|blocked)|(?:domain|address) of (?:the )?sender|sender(?:[’']s)? (?:\S+ ){0,2}(?:domain|verif\w+|callout|callback)|(?:verify|validate|resolve) (?:the )?sender|relay(?:ing)? (?:access |is |mail )?(?:denied|not permitted|not allowed|prohibited|disallowed)|(?:unable|not allowed|cannot|refus\w+) to relay|(?:open|insecure) (?:mail )?relay|reverse dns|rdns|ptr record|reverse lookup|helo|ehlo|client host rejected|your (?:reverse )?(?:host(?:name)?|server|ip|network|domain|mail ?server)|from (?:an )?unknown (?:host|client)|envelope sender|not (?:a )?(?:list )?(?:member|subscriber)|members? only|not allowed to (?:post|send)|only accepts?|prohibited|not accepted from|no access from|not accepting (?:e?mail|messages) from|does not accept (?:e?mail|messages) from|not have permission|refused to talk)\b/;

/** Operators of blocklists: servers quote the page at which the sender's listing is explained. */
const BLOCKLIST =
  /\b(?:spamhaus|spamcop|barracudacentral|uribl|surbl|sorbs|abuseat|senderscore|mailspike|proofpoint\.com\/ip)\b/;

/** Names cannot be resolved now: the wordings that say "not found" beside "try again" among them. */
const DNS_TRANSIENT =
  /not found,?(?: but)?(?: \(?\w+\)?){0,2} try again|try again\W{1,3}(?:host|domain|name)|temporary (?:\w+ ){0,3}(?:name|dns|lookup|resolution|resolv\w+)|(?:name ?server|name service|dns|name resolution|mx|domain)(?: \S+){0,8} (?:temporar\w+|try again|timed? ?out|timeout|server failure|servfail|malformed|unexpected|not respond\w*|soft error)|servfail|unable to (?:resolve|look ?up) \S{1,255} (?:now|at this time|temporarily)|low-level dns|cname lookup failed temporarily/;

/** A fault of the moment: of the connection, of the other server, of time. */
const TRANSIENT =
  /\b(?:temporar(?:y|ily)|try (?:again )?later|try again in|come back later|retry (?:time ?out|later)|timed? ?out|time ?out|connection (?:refused|reset|dropped|lost|closed|failed)|lost connection|no route to host|network (?:is )?unreachable|(?:couldn[’']?t|could not|unable to|cannot|can[’']?t|failed to) (?:connect|establish)|wasn[’']?t able to establish|unable to contact|resources? (?:unavailable|exhausted)|deferred|server (?:is )?busy|too busy|retries|in the queue too long|queue too long|expired\b(?! account)|(?:still|has been) being retried|envelope expired|message expired|delivery time expired|hop count|too many hops|mail loop|loops? back to)/;

/** The mailbox, or its domain, does not exist or takes no mail. */
const UNKNOWN =
  /\b(?:(?:user|users|recipient|mailbox|address|addressee|account|username|e-?mail)(?: \w+){0,2} unknown|unknown (?:or \w+ )?(?:local )?(?:user|users|recipient|mailbox|address|local|account|addressee|alias|or illegal|e-?mail)|(?:no|not a|isn[’']?t a) (?:such|valid) (?:\w+ ){0,2}(?:user|users|recipient|recipients|mailbox|address|person|account|addressee|alias|id|local|name|email)|no (?:mailbox|user|account)(?: here)? (?:by|with|of|under) (?:that|this) (?:name|address)|no (?:mailbox|user|account) here|user unknown|(?:user|userid|mailbox|mail box|recipient|address|account|username|person|inbox|addressee|alias|name)(?: \S+){0,6} (?:does(?: not|n[o']?t|n’t)|did(?: not|n[o']?t)|not) (?:appear to )?exists?|does(?: not|n[’']?t) exist|no longer exists?|(?:user|recipient|mailbox|address|account|name|addressee)(?: \w+){0,3} not (?:be )?(?:found|known|recogni[sz]ed|listed|on file|valid|in (?:the|our))|(?:can[’']?t|cannot|could not|couldn[’']?t|unable to|did not|didn[’']?t) (?:find|locate|match|recogni[sz]e)(?: \S+){0,5} (?:user|recipient|mailbox|address|account|name)|couldn[’']?t be found|wasn[’']?t found|could not be found|address not found|mailbox (?:is |currently )?(?:unavailable|disabled|inactive|closed|not available)|(?:user|mailbox|account|address|recipient)(?: \w+){0,3} (?:disabled|inactive|suspended|deactivated|discontinued|closed|terminated|deleted|expired|cancell?ed|removed)|(?:disabled|inactive|suspended|deactivated|closed|terminated) (?:user|mailbox|account|recipient)|account (?:has )?expired|invalid (?:final )?(?:delivery )?(?:recipients?|mailbox|address|user|userid|account|local part|username|to address|alias)|(?:recipient|address) rejected(?! ?:)|recipnotfound|recipientnotfound|no mailbox|bad (?:destination|address|user|mailbox)|illegal (?:user|alias|address)|not a (?:valid|known) (?:user|mailbox|recipient|address)|not our customer|(?:doesn[’']?t|does not|do not|don[’']?t) have (?:an?|any) (?:\S+ ){0,4}(?:account|mailbox|user)|(?:has|have) no (?:mail ?box|account)|not listed in (?:\S+ ){0,4}(?:directory|address ?book)|no longer (?:active|valid|available|with|employed|in use|on (?:the|this|our) (?:server|system)|works?|here|a (?:user|customer|subscriber))|no valid recipients?|no longer accepts? (?:e?mail|messages)|(?:can ?not|can[’']t) be found|no local (?:user|mailbox)|not (?:\w+ )?in (?:the |our |any )?(?:\S+ ){0,3}(?:directory|address ?book)|no (?:such )?directory entry|receiver not found|no matches to|(?:has|have) (?:moved|left)|mailbox moved|address (?:has )?changed|this (?:address|account|mailbox) (?:is )?no longer|recipient (?:is )?(?:invalid|unavailable))\b/;

/** The domain does not exist or takes no mail. */
const HOST_UNKNOWN =
  /\b(?:no such (?:domain|host)|(?:domain|host|host name|hostname|domain name)(?: \S+){0,4} (?:not found|(?:does(?: not|n[’']?t)|not) exist)|(?:host|domain)(?: \w+){0,2} unknown|unknown (?:host|domain)|nxdomain|unrout(?:e)?able|no (?:data known|mx (?:found|record))|null ?mx|(?:domain|host|server|system)(?: \S+){0,3} (?:does not|doesn[’']?t|do not) accept (?:e?mail|messages|any mail)(?! from)|couldn[’']?t find any host|bad destination (?:host|system)|illegal host\/domain|invalid (?:domain|host)|domain (?:name )?(?:is )?invalid)\b/;

/** Wordings about a mailbox in Portuguese, Spanish, French, German and Italian, without accents. */
const UNKNOWN_ROMANCE_GERMAN =
  /\b(?:(?:usuario|destinatario|caixa|conta|endereco|mailbox|buzon|direccion|cuenta|utilisateur|destinataire|adresse|boite|benutzer|empfanger|postfach|utente|casella|indirizzo)(?: \S+){0,6} (?:inexistente|desconhecid[oa]|invalid[oa]|nao (?:existe|(?:foi )?(?:encontrad|localizad)[oa])|no (?:existe|(?:se )?(?:ha )?(?:sido )?encontr\w+)|desconocid[oa]|inconnue?|n[’']existe (?:pas|plus)|introuvable|(?:ist )?unbekannt|existiert nicht|(?:wurde )?nicht gefunden|sconosciut[oa]|non (?:esiste|trovat[oa])))(?!\w)/;

/** Wordings about a mailbox in further languages, without accents, and where the verb comes first. */
const UNKNOWN_MORE =
  /\b(?:no se (?:ha )?encontr\w+ (?:la |el |una? )?(?:\S+ )?(?:direccion|usuario|buzon|destinatario|cuenta)|(?:adresse|boite|compte|utilisateur|destinataire)(?: \S+){0,12} (?:introuvable|inconnue?|n[’']existe (?:pas|plus))|impossibile trovare l[’']indirizzo|indirizzo(?: \S+){0,8} (?:non (?:esiste|(?:e stato )?trovato)|inesistente)|(?:e-?mailadres|gebruiker|ontvanger|mailbox|postvak)(?: \S+){0,6} (?:niet (?:worden )?gevonden|bestaat niet|onbekend)|nie (?:znaleziono|istnieje)(?: \S+){0,3} (?:adres\w*|uzytkownik\w*|skrzynk\w*)|(?:adres\w*|uzytkownik|skrzynka|konto)(?: \S+){0,4} nie (?:istnieje|zostal\w* znalezion\w*)|(?:kullanıcı|kullanici|adres|posta kutusu)(?: \S+){0,4} (?:bulunamad[iı]|mevcut degil)|(?:adressen|mottagaren|kontot|brugeren|adressen|mottakeren)(?: \S+){0,4} (?:hittades inte|finns inte|findes ikke|finnes ikke|ble ikke funnet|blev ikke fundet)|(?:uzivatel|adresa|schranka|prijemce)(?: \S+){0,3} (?:neexistuje|nenalezen\w?|nebyl\w? nalezen\w?))(?!\w)/;

/** Wordings about a mailbox in scripts without spaces or without `\b`: Chinese, Japanese, Russian. */
const UNKNOWN_OTHER_SCRIPTS =
  /(?:用户|用戶|收件人|邮箱|郵箱|帐号|帳號|账号|地址).{0,20}(?:不存在|未找到|无效|無效|错误|錯誤)|(?:不存在|无此|無此|没有此|查无此).{0,6}(?:用户|用戶|收件人|邮箱|帐号|人)|(?:ユーザ|アドレス|宛先|メールボックス|受信者).{0,20}(?:存在しません|見つかりません|不明)|リストにありません|존재하지 않는 (?:사용자|수신자|메일|주소|계정)|(?:사용자|수신자|주소|계정|메일함)\S{0,2} .{0,12}(?:존재하지 않|찾을 수 없|없습니다)|(?:адрес|ящик|пользовател|получател).{0,40}(?:не (?:существует|наиден)|неизвест)/;

const FULL_OTHER_SCRIPTS =
  /(?:邮箱|郵箱|信箱|空间).{0,12}(?:已满|满|不足)|(?:メールボックス|容量).{0,12}(?:いっぱい|超過|超え)|(?:ящик).{0,20}переполнен|переполнен.{0,20}ящик|(?:메일함|편지함|용량).{0,12}(?:가득|초과)|(?:收件箱|邮箱).{0,12}(?:已满|超限)/;

/** Families of wordings that a server's text about a failure has. */
export interface Wordings {
  full: boolean;
  refused: boolean;
  /** A name that cannot be resolved now. */
  dnsTransient: boolean;
  transient: boolean;
  unknown: boolean;
}

/** The families of wordings in a server's text. */
export function wordingsIn(diagnostic: string): Wordings {
  const plain = withoutAccents(diagnostic);
  const words = wordsOf(plain);
  return {
    full: FULL.test(words) || FULL_OTHER_SCRIPTS.test(words),
    refused: REFUSED.test(words) || BLOCKLIST.test(plain),
    dnsTransient: DNS_TRANSIENT.test(words),
    transient: TRANSIENT.test(words),
    unknown: [UNKNOWN, HOST_UNKNOWN, UNKNOWN_ROMANCE_GERMAN, UNKNOWN_MORE, UNKNOWN_OTHER_SCRIPTS].some((family) =>
      family.test(words),
    ),
  };
}

/** Lower case, Latin letters without accents. */
export function withoutAccents(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** The words without addresses and links, which could match by accident. */
function wordsOf(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !word.includes('://'))
    .join(' ')
    .replace(/[<("'[]{0,3}[\w.!#$%&*+/=?^{|}~-]{1,64}@[\w.-]{1,255}[>)"'\]:,;.]{0,3}/g, ' ')
    .replace(/\s+/g, ' ');
}
