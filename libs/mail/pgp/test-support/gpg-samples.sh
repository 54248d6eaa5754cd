#!/bin/sh
# Makes the samples in gpg-samples.json anew, with GnuPG: sh libs/mail/pgp/test-support/gpg-samples.sh > libs/mail/pgp/test-support/gpg-samples.json
set -eu
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
# Long ago, so that what expires has expired.
sign() { gpg --faked-system-time 20200101T000000! --batch --quiet --no-tty --pinentry-mode loopback --passphrase '' "$@"; }
json() { node -e 'process.stdout.write(JSON.stringify(require("node:fs").readFileSync(0, "latin1")))'; }
uid='Ana Lima <ana@sender.test>'
sign --quick-gen-key "$uid" ed25519 cert never 2>/dev/null
fingerprint=$(gpg --batch --with-colons --list-keys "$uid" | awk -F: '/^fpr/ { print $10; exit }')
sign --quick-add-key "$fingerprint" rsa3072 sign never 2>/dev/null
printf 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nOl=C3=A1\r\n\r\n- the blanks=20\r\nFrom here on\r\n' > "$GNUPGHOME/part"
printf 'Hello\n\n- a list  \nFrom here on\n-- \nAna\n' > "$GNUPGHOME/text"
cat <<JSON
{
  "fingerprint": "$fingerprint",
  "publicKey": $(gpg --batch --armor --export "$fingerprint" | json),
  "part": $(json < "$GNUPGHOME/part"),
  "binarySignature": $(sign --armor --detach-sign -o - "$GNUPGHOME/part" | json),
  "textSignature": $(sign --armor --textmode --detach-sign -o - "$GNUPGHOME/part" | json),
  "expiredSignature": $(sign --default-sig-expire 1d --armor --detach-sign -o - "$GNUPGHOME/part" | json),
  "cleartext": $(sign --armor --clearsign -o - "$GNUPGHOME/text" | json)
}
JSON
