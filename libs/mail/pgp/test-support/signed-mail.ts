/** A `multipart/signed` message around a signed part and its armored signature; lines end with CRLF. */
export function signedMail(
  part: string,
  signature: string,
  { from = 'Ana Lima <ana@sender.test>', boundary = 'signed', micalg = 'pgp-sha512' } = {},
): string {
  return [
    `From: ${from}`,
    'To: box@shop.test',
    'Subject: Signed',
    'Message-ID: <signed@sender.test>',
    'MIME-Version: 1.0',
    `Content-Type: multipart/signed; micalg=${micalg};`,
    ` protocol="application/pgp-signature"; boundary="${boundary}"`,
    '',
    'This is an OpenPGP/MIME signed message (RFC 4880 and 3156)',
    `--${boundary}`,
    part,
    `--${boundary}`,
    'Content-Type: application/pgp-signature; name="signature.asc"',
    '',
    signature.replaceAll(/\r?\n/g, '\r\n').trim(),
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** A message whose text is a cleartext signature. */
export function cleartextMail(
  text: string,
  { from = 'Ana Lima <ana@sender.test>', header = [] as string[] } = {},
): string {
  const fields = [`From: ${from}`, 'To: box@shop.test', 'Subject: Signed', ...header];
  return [...fields, '', text.replaceAll(/\r?\n/g, '\r\n')].join('\r\n');
}
