import { describe, expect, it } from 'vitest';
import { bounce, outcomes } from '../../test-support/bounces.js';
import { parseReport } from './parse-report.js';

const UTF8 = {
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
};

const HARD = ['ana@example.test failed hard'];
const SOFT = ['ana@example.test failed soft'];
const BLOCK = ['ana@example.test failed block'];
const DELAYED = ['ana@example.test delayed'];

const GMAIL = 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>';
const EXCHANGE = 'postmaster@example.test';
const DAEMON = 'Mail Delivery System <MAILER-DAEMON@mx.example.test>';
const FAILURE = 'Delivery Status Notification (Failure)';

const BOUNCES: [server: string, from: string, subject: string, text: string, expected: string[]][] = [
  [
    'Yahoo',
    'MAILER-DAEMON@yahoo.test',
    'Failure Notice',
    `Sorry, we were unable to deliver your message to the following address.

<ana@example.test>:
554: 554 delivery error: dd This user doesn't have an account here (ana@example.test) [0] - mta1.example.test
`,
    HARD,
  ],
  [
    'Gmail: no such address',
    GMAIL,
    FAILURE,
    `Address not found

Your message wasn't delivered to ana@example.test because the address couldn't be found.
`,
    HARD,
  ],
  [
    'Gmail: blocked',
    GMAIL,
    FAILURE,
    `Message blocked

Your message to ana@example.test has been blocked. See technical details below for more information.
`,
    BLOCK,
  ],
  [
    'Gmail: full',
    GMAIL,
    FAILURE,
    `Recipient inbox full

Your message couldn't be delivered to ana@example.test. Their inbox is full, or it's getting too much mail right now.
`,
    SOFT,
  ],
  [
    'Gmail: a delay',
    GMAIL,
    'Delivery Status Notification (Delay)',
    `Delivery incomplete

There was a temporary problem delivering your message to ana@example.test. It will be retried for 46 more hours.
`,
    DELAYED,
  ],
  [
    'Gmail in Portuguese',
    GMAIL,
    FAILURE,
    'Sua mensagem não foi entregue para ana@example.test porque o endereço não foi encontrado.\n',
    HARD,
  ],
  [
    'Gmail in Spanish',
    GMAIL,
    FAILURE,
    'Tu mensaje no se ha entregado a ana@example.test porque no se ha encontrado la dirección.\n',
    HARD,
  ],
  [
    'Gmail in French',
    GMAIL,
    FAILURE,
    "Votre message n'est pas parvenu à ana@example.test, car l'adresse est introuvable.\n",
    HARD,
  ],
  [
    'Gmail in German',
    GMAIL,
    FAILURE,
    'Ihre Nachricht wurde nicht an ana@example.test zugestellt, weil die Adresse nicht gefunden wurde.\n',
    HARD,
  ],
  [
    'Exchange: full',
    EXCHANGE,
    'Undeliverable: Hello',
    `Delivery has failed to these recipients or groups:

ana@example.test (ana@example.test)
The recipient's mailbox is full and can't accept messages now. Please try resending later.
`,
    SOFT,
  ],
  [
    'Exchange Online',
    EXCHANGE,
    'Undeliverable: Hello',
    `Your message to ana@example.test couldn't be delivered.

ana wasn't found at example.test.

Reported error: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@example.test not found by SMTP address lookup
`,
    HARD,
  ],
  [
    'Exchange in German',
    EXCHANGE,
    'Unzustellbar: Hello',
    `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:

ana@example.test
Die eingegebene E-Mail-Adresse konnte nicht gefunden werden. Prüfen Sie die Adresse.
`,
    HARD,
  ],
  [
    'Exchange in French',
    EXCHANGE,
    'Non remis : Hello',
    `Échec de la remise pour ces destinataires ou groupes :

ana@example.test
L'adresse de messagerie que vous avez entrée est introuvable.
`,
    HARD,
  ],
  [
    'Exchange in Italian',
    EXCHANGE,
    'Non recapitabile: Hello',
    `Recapito non riuscito per i seguenti destinatari o gruppi:

ana@example.test
Impossibile trovare l'indirizzo di posta elettronica immesso.
`,
    HARD,
  ],
  [
    'Exchange in Spanish',
    EXCHANGE,
    'No se puede entregar: Hello',
    `No se pudo entregar el mensaje a estos destinatarios o grupos:

ana@example.test
No se encontró la dirección de correo electrónico que especificó.
`,
    HARD,
  ],
  [
    'Exchange in Dutch',
    EXCHANGE,
    'Niet bezorgd: Hello',
    `De bezorging aan de volgende geadresseerden of groepen is mislukt:

ana@example.test
Het opgegeven e-mailadres kan niet worden gevonden.
`,
    HARD,
  ],
  [
    'Exchange in Polish',
    EXCHANGE,
    'Nie można dostarczyć: Hello',
    `Dostarczenie do następujących adresatów nie powiodło się:

ana@example.test
Nie znaleziono podanego adresu e-mail.
`,
    HARD,
  ],
  [
    'Exchange in Russian',
    EXCHANGE,
    'Недоставлено: Hello',
    `Не удалось доставить сообщение следующим получателям:

ana@example.test
Указанный адрес электронной почты не найден.
`,
    HARD,
  ],
  [
    'Mail.ru',
    'mailer-daemon@corp.example.test',
    'Mail failure.',
    `К сожалению, Ваше письмо не может быть доставлено:

  ana@example.test
    пользователь не найден
`,
    HARD,
  ],
  [
    'Yandex',
    'mailer-daemon@mail.example.test',
    'Недоставленное сообщение',
    `К сожалению, Ваше письмо не может
быть отправлено одному или нескольким адресатам.

<ana@example.test>: host mx[192.0.2.4] said: 550 No such user
`,
    HARD,
  ],
  [
    '163',
    'Postmaster@mail.example.test',
    '系统退信/Systems bounce',
    `抱歉，您的邮件被退回来了……

收件人邮件地址：
ana@example.test

退信原因：
收件人邮箱已满
`,
    SOFT,
  ],
  [
    'QQ',
    'PostMaster@mail.example.test',
    '来自example.test的退信',
    `很抱歉您发送的邮件被退回：

无法发送到 ana@example.test
退信原因 收件人邮件地址（ana@example.test）不存在，邮件无法送达。
`,
    HARD,
  ],
  [
    'T-Online',
    DAEMON,
    'Mail delivery failed: returning message to sender',
    `|------------------------- Message log follows: -------------------------|
 no valid recipients were found for this message
|------------------------- Failed addresses follow: ---------------------|
 <ana@example.test> ... unknown user
|------------------------- Message text follows: ------------------------|
`,
    HARD,
  ],
  [
    'Zimbra',
    'postmaster@example.test',
    'Undelivered Mail Returned to Sender',
    '<ana@example.test>: host mx[192.0.2.4] said: 452 4.2.2 Over quota (in reply to end of DATA command)\n',
    SOFT,
  ],
  [
    'cPanel',
    DAEMON,
    'Mail delivery failed: returning message to sender',
    `The following address(es) failed:

  ana@example.test
    No Such User Here
`,
    HARD,
  ],
  [
    'Kerio',
    '"Kerio Connect" <postmaster@example.test>',
    'Undeliverable mail: Hello',
    `Your message was not delivered to the following recipients:

ana@example.test
\t550 5.1.1 Mailbox does not exist
`,
    HARD,
  ],
  [
    'Amavis: a virus',
    '"Content-filter at mx.example.test" <postmaster@mx.example.test>',
    'VIRUS (Eicar) in mail from you',
    `Our content checker found
    virus: Eicar

in your email to the following recipient:
-> ana@example.test

Delivery of the email was stopped!
`,
    BLOCK,
  ],
  [
    'Amavis: a forbidden file',
    '"Content-filter at mx.example.test" <postmaster@mx.example.test>',
    'BANNED contents from you (.exe)',
    `Our content checker found
    banned name: .exe

in email presumably from you <news@demo.test>
to the following recipient:
-> ana@example.test

Delivery of the email was stopped!
`,
    BLOCK,
  ],
  [
    'Barracuda',
    'Barracuda <noreply@filter.example.test>',
    '**Message you sent blocked by our bulk email filter**',
    `Your message to: ana@example.test
was blocked by our Spam Firewall. The email you sent with the following subject has NOT BEEN DELIVERED:

Subject: Hello
`,
    BLOCK,
  ],
  [
    'Mimecast, which is not sure',
    'Mimecast <postmaster@filter.example.test>',
    '[Postmaster] Email Delivery Failure',
    `Your email was unable to reach the recipient(s) you sent to.

Recipient: ana@example.test
Reason: Recipient email address is possibly incorrect
`,
    SOFT,
  ],
  [
    'Proofpoint',
    'Mail Delivery Subsystem <MAILER-DAEMON@filter.example.test>',
    'Returned mail: see transcript for details',
    `   ----- The following addresses had permanent fatal errors -----
<ana@example.test>
    (reason: 554 5.7.1 Your message was blocked by Proofpoint)
`,
    BLOCK,
  ],
  [
    'GroupWise',
    '"Mail Delivery" <postmaster@example.test>',
    'Mail System Error - Returned Mail',
    `The message that you sent was undeliverable to the following:
\tana@example.test (user not found)

Possibly truncated original message follows:
`,
    HARD,
  ],
  [
    'Domino',
    'postmaster@example.test',
    'DELIVERY FAILURE: User not listed',
    `Your message

  Subject: Hello

was not delivered to:

  ana@example.test

because:

  User not listed in public Name & Address Book
`,
    HARD,
  ],
  [
    'MDaemon',
    'MDaemon at example.test <MDaemon@example.test>',
    'Warning: ana@example.test - User unknown!',
    'The user ana@example.test is unknown at this host.\n',
    HARD,
  ],
  [
    'a gateway with a directory',
    'postmaster@example.test',
    'Message Delivery Failure',
    `Message from hello@demo.test
ana@example.test: not found in directory
`,
    HARD,
  ],
  [
    'a server with a limit',
    'postmaster@example.test',
    'Delivery Failure',
    'The message could not be delivered because the recipient ana@example.test is over the storage limit.\n',
    SOFT,
  ],
  [
    'a server in Japanese',
    DAEMON,
    '配信不能通知',
    `次の宛先にメールを配信できませんでした。

ana@example.test
ユーザが存在しません
`,
    HARD,
  ],
  [
    'a server in Korean',
    DAEMON,
    '메일 전송 실패',
    `다음 수신자에게 메일을 전송하지 못했습니다.

ana@example.test
존재하지 않는 사용자입니다.
`,
    HARD,
  ],
  [
    'a server in Turkish',
    DAEMON,
    'Teslim edilemedi: Hello',
    `İletiniz şu alıcılara teslim edilemedi:

ana@example.test
Kullanıcı bulunamadı
`,
    HARD,
  ],
  [
    'a server in Swedish',
    DAEMON,
    'Går inte att leverera: Hello',
    `Det gick inte att leverera meddelandet till följande mottagare:

ana@example.test
Adressen hittades inte
`,
    HARD,
  ],
  [
    'a server in Czech',
    DAEMON,
    'Nedoručitelné: Hello',
    `Doručení následujícím příjemcům selhalo:

ana@example.test
Uživatel neexistuje
`,
    HARD,
  ],
  [
    'one that refuses for a person who is gone',
    DAEMON,
    'Undelivered Mail Returned to Sender',
    `<ana@example.test>: host mx[192.0.2.4] said: 550 5.1.1 <ana@example.test>: this person no
    longer works here (in reply to RCPT TO command)
`,
    HARD,
  ],
  [
    'one whose queue expired',
    DAEMON,
    'Undelivered Mail Returned to Sender',
    `<ana@example.test>: connect to mx.example.test[192.0.2.4]:25: Connection timed out
`,
    SOFT,
  ],
  [
    'one whose relay loops',
    DAEMON,
    'Undelivered Mail Returned to Sender',
    '<ana@example.test>: mail for example.test loops back to myself\n',
    SOFT,
  ],
  [
    'one that found no server of the domain',
    DAEMON,
    'Undelivered Mail Returned to Sender',
    `<ana@example.test>: Host or domain name not found. Name service error for
    name=example.test type=A: Host not found
`,
    HARD,
  ],
  [
    'one that refuses by reputation',
    DAEMON,
    'Mail delivery failed: returning message to sender',
    `  ana@example.test
    host mx.example.test [192.0.2.4]
    SMTP error from remote mail server after MAIL FROM:<b@bounces.demo.test>:
    550 5.7.1 [TSS09] Message from (192.0.2.1) deferred due to user complaints
`,
    BLOCK,
  ],
  [
    'one that greylists for days',
    DAEMON,
    'Mail delivery failed: returning message to sender',
    `  ana@example.test
    host mx.example.test [192.0.2.4]
    SMTP error from remote mail server after RCPT TO:<ana@example.test>:
    450 4.2.0 Greylisted, try again later: retry timeout exceeded
`,
    BLOCK,
  ],
];

describe('a bounce in the words of many servers and languages', () => {
  it.each(BOUNCES)('is understood: %s', async (_server, From, Subject, text, expected) => {
    expect(outcomes(await parseReport(bounce({ From, Subject, ...UTF8 }, text)))).toEqual(expected);
  });
});
