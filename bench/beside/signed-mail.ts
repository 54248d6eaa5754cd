import { Resolver } from 'node:dns/promises';
import { type EmbeddedDns, startDns } from '#libs/test/embedded';

/** The port of name servers: daemons of Debian ask no other. */
export const DNS_PORT = 53;
export const SENDER_DOMAIN = 'sender.example';
export const SELECTOR = 'bench';

/** As long as most zones let their records be kept. */
const TTL_SECONDS = 300;

/** Messages that are signed before they are measured. */
export interface SignedMail {
  count: number;
  /** Each message is to one of them, in turn. */
  recipients: readonly string[];
  /** Characters of the text. */
  size: number;
  /** PEM. */
  privateKey: string;
}

export interface SignedMailRun {
  /** Ports of the receiving processes, which share the connections. */
  ports: readonly number[];
  connections: number;
}

/** The name server of the sender, whose mail passes SPF, DKIM and DMARC. */
export async function startSenderDns(publicKeyBase64: string): Promise<EmbeddedDns> {
  const host = `mx.${SENDER_DOMAIN}`;
  const records = [
    { name: SENDER_DOMAIN, type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 -all' },
    { name: SENDER_DOMAIN, type: 'MX', value: `10 ${host}` },
    { name: host, type: 'A', value: '127.0.0.1' },
    { name: host, type: 'TXT', value: 'v=spf1 a -all' },
    { name: `${SELECTOR}._domainkey.${SENDER_DOMAIN}`, type: 'TXT', value: `v=DKIM1; k=rsa; p=${publicKeyBase64}` },
    { name: `_dmarc.${SENDER_DOMAIN}`, type: 'TXT', value: 'v=DMARC1; p=reject' },
  ].map((record) => ({ ...record, ttl: TTL_SECONDS }));
  const dns = await startDns(DNS_PORT, () => records);
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${DNS_PORT}`]);
  await resolver.resolveTxt(SENDER_DOMAIN);
  return dns;
}
