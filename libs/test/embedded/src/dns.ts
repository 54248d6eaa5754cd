import dns2, { Packet } from 'dns2';
import { PortTakenError } from './ports.js';

/** A record of the zone. Values are as in a zone file: `10 mx.demo.test` of an MX record, `0 1 587 smtp.demo.test` of an SRV record. */
export interface DnsRecord {
  name: string;
  type: string;
  value: string;
  /** Seconds for which it may be kept; 1 if absent. */
  ttl?: number;
}

/** A running DNS server on 127.0.0.1, UDP and TCP on one port. */
export interface EmbeddedDns {
  host: string;
  port: number;
  stop(): Promise<void>;
}

type Resource = InstanceType<typeof Packet.Resource>;

const TTL_SECONDS = 1;
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;
/** Octets of a character-string in a TXT record at most (RFC 1035, section 3.3); longer values take several. */
const CHARACTER_STRING = 255;
const LONGEST_ALIAS_CHAIN = 8;

/**
 * Calls `records` at each query, so the zone can change while the server runs. A name without records is NXDOMAIN; if
 * `records` throws, the answer is SERVFAIL.
 * @throws PortTakenError if the port is taken, on UDP or TCP
 */
export async function startDns(port: number, records: () => DnsRecord[]): Promise<EmbeddedDns> {
  const server = dns2.createServer({
    udp: true,
    tcp: true,
    handle: (request, send) => void send(answer(request, records)),
  });
  const failed = new Promise<never>((_, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(port, undefined) : error);
    });
  });
  const address = '127.0.0.1';
  await Promise.race([server.listen({ udp: { port, address }, tcp: { port, address } }), failed]);
  return { host: address, port, stop: async () => void (await server.close()) };
}

function answer(request: Packet, records: () => DnsRecord[]): Packet {
  const response = Packet.createResponseFromRequest(request);
  response.header.aa = 1;
  try {
    const question = request.questions[0];
    if (!question) return response;
    const zone = records();
    response.answers.push(...resolveName(zone, question.name, question.type));
    if (response.answers.length === 0 && !zone.some((one) => sameName(one.name, question.name))) {
      response.header.rcode = NAME_ERROR;
    }
  } catch {
    response.header.rcode = SERVER_FAILURE;
  }
  return response;
}

function resolveName(zone: DnsRecord[], name: string, type: number, depth = 0): Resource[] {
  const here = zone.filter((one) => sameName(one.name, name));
  const direct = here.filter((one) => typeNumber(one.type) === type);
  if (direct.length > 0) return direct.map((one) => resource(name, one));
  const alias = here.find((one) => typeNumber(one.type) === Packet.TYPE.CNAME);
  if (!alias || depth === LONGEST_ALIAS_CHAIN) return [];
  return [resource(name, alias), ...resolveName(zone, alias.value, type, depth + 1)];
}

function sameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function typeNumber(type: string): number | undefined {
  return (Packet.TYPE as Record<string, number>)[type.toUpperCase()];
}

function resource(name: string, record: DnsRecord): Resource {
  const type = typeNumber(record.type) ?? 0;
  return { name, type, class: Packet.CLASS.IN, ttl: record.ttl ?? TTL_SECONDS, ...data(record) } as Resource;
}

function data({ type, value }: DnsRecord): Partial<Resource> {
  switch (type.toUpperCase()) {
    case 'A':
    case 'AAAA':
      return { address: value };
    case 'MX':
      return mx(value);
    case 'SRV':
      return srv(value);
    case 'TXT':
      return { data: characterStrings(value) };
    case 'NS':
      return { ns: value };
    default:
      return { domain: plain(value) };
  }
}

function mx(value: string): Partial<Resource> {
  const [, priority = '0', exchange = ''] = /^\s*(\d+)\s+(\S+)\s*$/.exec(value) ?? [];
  return { priority: Number(priority), exchange: plain(exchange) };
}

function srv(value: string): Partial<Resource> {
  const [priority = '0', weight = '0', port = '0', target = '.'] = value.trim().split(/\s+/);
  return { priority: Number(priority), weight: Number(weight), port: Number(port), target: plain(target) };
}

function characterStrings(value: string): string[] {
  const octets = Buffer.from(value, 'utf8').toString('latin1');
  const pieces = octets.match(new RegExp(`[^]{1,${CHARACTER_STRING}}`, 'g')) ?? [''];
  return pieces.map((piece) => Buffer.from(piece, 'latin1').toString('utf8'));
}
