/** Settings of an app for its checks of senders. */
export abstract class SenderCheckOptions {
  /** Name of the server that checks, in the field with the results. */
  abstract readonly serverName: string;
  /** `<IP address>:<port>` of the DNS server; the system's by default. */
  abstract readonly dnsServer?: string;
}
