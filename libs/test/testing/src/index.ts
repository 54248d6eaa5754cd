/** Harness of tests: databases, sinks, doubles, patience. */

export { createTestDatabase, testRedis, type TestDatabase, type TestRedis } from './stack.js';
export { patient, setPatience } from './patience.js';
export { recordStart, type Start } from './starts.js';
export { waitUntil, type WaitOptions } from './wait-until.js';
export { SmtpSink, type Refusal, type SunkMessage } from './smtp-sink.js';
export { HttpSink, type Answer, type SunkRequest } from './http-sink.js';
export { ClamdDouble, EICAR } from './clamd-double.js';
export { GTUBE, RspamdDouble } from './rspamd-double.js';
export { DnsSink, type DnsRecord } from './dns-sink.js';
export { freePort } from '#libs/test/embedded';
export { schemaDifferences } from './schema-differences.js';
