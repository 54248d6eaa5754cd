import { mkdir, writeFile } from 'node:fs/promises';
import type { OneOfMany } from '../support/many-messages.js';

const AT_ONCE = 200;
const FLAGS = { hasFile: 'a', hasNoFile: 'b', seen: 'S' };

/** Names of the keywords behind the letters, as Dovecot keeps them. */
const KEYWORDS = '0 $HasAttachment\n1 $HasNoAttachment\n';

/** Writes messages as files of a Maildir that Dovecot has not seen yet. */
export async function writeMaildir(dir: string, messages: Iterable<OneOfMany>): Promise<void> {
  for (const folder of ['cur', 'new', 'tmp']) await mkdir(`${dir}/${folder}`, { recursive: true });
  await writeFile(`${dir}/dovecot-keywords`, KEYWORDS);
  const now = Math.floor(Date.now() / 1_000);
  let writing: Promise<void>[] = [];
  for (const message of messages) {
    const { n, hasFile } = message;
    const at = now - n * 60;
    const text = mailOf(message, new Date(at * 1_000));
    const flags = `${n % 3 === 0 ? FLAGS.seen : ''}${hasFile ? FLAGS.hasFile : FLAGS.hasNoFile}`;
    writing.push(writeFile(`${dir}/cur/${at}.M${n}P1.bench,S=${Buffer.byteLength(text)}:2,${flags}`, text));
    if (writing.length < AT_ONCE) continue;
    await Promise.all(writing);
    writing = [];
  }
  await Promise.all(writing);
}

function mailOf({ n, subject, sender, text, hasFile }: OneOfMany, date: Date): string {
  const head = `From: ${sender} <${sender}@shop.test>
To: box@bench.test
Subject: ${subject}
Message-ID: <${n}@x.test>
Date: ${date.toUTCString().replace('GMT', '+0000')}
MIME-Version: 1.0
`;
  const body = `Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

${text.replaceAll(/(.{1,900}) /g, '$1\n')}
`;
  const mail = hasFile
    ? `${head}Content-Type: multipart/mixed; boundary="=_${n}"

--=_${n}
${body}
--=_${n}
Content-Type: application/pdf; name="nota.pdf"
Content-Disposition: attachment; filename="nota.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--=_${n}--
`
    : `${head}${body}`;
  return mail.replaceAll('\n', '\r\n');
}
