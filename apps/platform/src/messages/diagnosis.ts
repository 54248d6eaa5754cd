/** Texts by the subject and detail of an enhanced status code (RFC 3463 and its registry). */
const BY_DETAIL: Readonly<Record<string, string>> = {
  '1.1': 'The mailbox does not exist. Check how the address is written.',
  '1.2': 'The domain of the address does not exist, or takes no mail.',
  '1.3': 'The address is malformed.',
  '1.6': 'The recipient has moved and left no new address.',
  '1.8': 'The address of the sender was refused.',
  '1.10': 'The domain of the address takes no mail.',
  '2.1': 'The mailbox is switched off.',
  '2.2': 'The mailbox is full.',
  '2.3': 'The message is larger than the mailbox takes.',
  '3.4': 'The message is larger than the server of the recipient takes.',
  '4.1': 'The server of the recipient did not answer.',
  '4.4': 'No way to the server of the recipient was found.',
  '4.7': 'The message was tried for so long that it was given up.',
  '7.1': 'The server of the recipient refuses the message by its rules, such as a block of the sender.',
  '7.20': 'The signature of the message (DKIM) was missing or did not fit.',
  '7.21': 'The signature of the message (DKIM) was missing or did not fit.',
  '7.22': 'The signature of the message (DKIM) was missing or did not fit.',
  '7.23': 'The domain of the sender does not allow this server (SPF).',
  '7.24': 'The domain of the sender could not be checked (SPF).',
  '7.25': 'The address of the sending server has no name.',
  '7.26': 'The message could not be proved to be of its sender (SPF, DKIM or DMARC). Check the records of the domain.',
  '7.28': 'The server of the recipient takes no more messages of this sender for now.',
};

/** Texts by the subject alone, for details that have none. */
const BY_SUBJECT: Readonly<Record<string, string>> = {
  '1': 'The address was refused.',
  '2': 'The mailbox takes no messages.',
  '3': 'The mail system of the recipient had a fault.',
  '4': 'The server of the recipient could not be reached.',
  '5': 'The servers did not understand each other.',
  '6': 'The server of the recipient could not read the message.',
  '7': 'The server of the recipient refuses the message by its rules.',
};

const ENHANCED = /^[245]\.(\d{1,3})\.(\d{1,3})$/;

/** Diagnosis of why a mail server refused or returned a message. */
export interface Diagnosis {
  /** The enhanced status code if there is one, else that of SMTP. */
  code: string | null;
  text: string | null;
}

/** Reads the detail of an event; the text is for people, and says what the code means. */
export function diagnosisOf(detail: Readonly<Record<string, unknown>> | null): Diagnosis {
  const enhanced = [detail?.['Status'], detail?.['EnhancedCode']].find(isEnhanced);
  const smtp = detail?.['SmtpCode'];
  const code = enhanced ?? (typeof smtp === 'number' || typeof smtp === 'string' ? String(smtp) : null);
  const [, subject = '', number = ''] = ENHANCED.exec(enhanced ?? '') ?? [];
  return { code, text: BY_DETAIL[`${subject}.${number}`] ?? BY_SUBJECT[subject] ?? null };
}

const isEnhanced = (value: unknown): value is string => typeof value === 'string' && ENHANCED.test(value);
