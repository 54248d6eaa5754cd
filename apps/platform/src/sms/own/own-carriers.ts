import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Every } from '#libs/core/jobs';
import { Gate } from '#libs/core/outbound';
import { Database, type TenantId } from '#libs/core/persistence';
import { SmppTransport, type DeliveryReceipt, type InboundText, type SmsTransport } from '#libs/messaging/sms';
import { carrierKey } from '../credentials/sms-credential.js';
import { listCredentialIds } from '../credentials/sms-credential.sql.js';
import type { SmsCredential } from '../credentials/sms-credential.entity.js';
import { SmsCredentials } from '../credentials/sms-credentials.service.js';
import { OwnSmsTransports } from './own-sms-transports.js';

/** A tenant's own carrier that reports: it may touch the messages that this tenant sent by it, and no others. */
export interface OwnCarrier {
  tenantId: TenantId;
  /** See {@link carrierKey}. */
  carrier: string;
}

export interface OpenCarrier extends OwnCarrier {
  credentialId: string;
  transport: SmsTransport;
}

type OwnReceiptListener = (receipt: DeliveryReceipt, source: OwnCarrier) => Promise<void>;
type OwnInboundListener = (text: InboundText, source: OwnCarrier) => Promise<void>;

/** Limited, because each has connections: an SMPP carrier a link that stays open. */
const OPEN_MAX = 200;

/** Reports that are recorded at a time, so that no carrier floods the database; the others wait. */
const REPORTS_OF_ALL = 6;
const REPORTS_OF_ONE = 2;
const REPORT_WAIT_MS = 30_000;

/** Time without a text or a report after which a link is closed. */
const IDLE_MS = 3_600_000;

/** How long a link stays in another process after its credential was replaced or removed. */
const SWEEP_MS = 15_000;

/**
 * The carriers of tenants that this process has opened, at the first text and until nothing is sent. A batch brings the
 * row that it has just read, so a change in another process counts for the next batch.
 */
@Injectable()
export class OwnCarriers implements OnApplicationShutdown {
  private onReceiptOf: OwnReceiptListener | undefined;
  private onInboundOf: OwnInboundListener | undefined;
  private readonly places = new Gate(REPORTS_OF_ALL);
  private readonly closing = new Set<Promise<void>>();
  private readonly opened = new LRUCache<TenantId, OpenCarrier>({
    max: OPEN_MAX,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: ({ transport }) => this.close(transport),
  });

  constructor(
    private readonly database: Database,
    private readonly credentials: SmsCredentials,
    private readonly transports: OwnSmsTransports,
  ) {}

  /** Sets who gets the receipts of SMPP carriers; those of HTTP carriers come by the callback. */
  onReceipt(listener: OwnReceiptListener): void {
    this.onReceiptOf = listener;
  }

  /** Sets who gets the texts of SMPP carriers. */
  onInbound(listener: OwnInboundListener): void {
    this.onInboundOf = listener;
  }

  /** The carrier of the tenant's present credential. @throws UnknownKeyId, BrokenSeal */
  open(row: SmsCredential): OpenCarrier {
    const { tenantId, id: credentialId } = row;
    const known = this.opened.get(tenantId);
    if (known?.credentialId === credentialId) return known;
    const credential = this.credentials.open(row);
    const transport = this.transports.create(tenantId, credential);
    const carrier = { tenantId, carrier: carrierKey(credential), credentialId, transport };
    if (transport instanceof SmppTransport) this.connect(transport, carrier);
    this.opened.set(tenantId, carrier);
    return carrier;
  }

  /** Closes the carrier of a tenant that has no credential any more. */
  forget(tenantId: TenantId): void {
    this.opened.delete(tenantId);
  }

  /** Closes the carriers whose credentials were replaced or removed in another process. */
  @Every({ every: SWEEP_MS, whileHeld: 'runs' })
  async sweep(): Promise<void> {
    const known = [...this.opened.values()].map(({ tenantId, credentialId }) => ({ tenantId, credentialId }));
    const tenantIds = known.map(({ tenantId }) => tenantId);
    if (tenantIds.length === 0) return;
    const ids = await this.database.tenants(tenantIds, (tx) => listCredentialIds(tx, tenantIds));
    const current = new Set(ids);
    for (const { tenantId, credentialId } of known) {
      const isSame = this.opened.peek(tenantId)?.credentialId === credentialId;
      if (isSame && !current.has(credentialId)) this.opened.delete(tenantId);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.opened.clear();
    await Promise.all(this.closing);
  }

  private connect(transport: SmppTransport, source: OwnCarrier): void {
    const { onReceiptOf, onInboundOf, opened } = this;
    if (!onReceiptOf || !onInboundOf) throw new Error('There is no listener for the carriers of tenants');
    const places = new Gate(REPORTS_OF_ONE);
    const take = (record: () => Promise<void>) => {
      // Reading an entry keeps it open.
      opened.get(source.tenantId);
      return inTurn([places, this.places], record);
    };
    transport.onInbound((text) => take(() => onInboundOf(text, source)));
    transport.onReceipt((receipt) => take(() => onReceiptOf(receipt, source)));
  }

  private close(transport: SmsTransport): void {
    const closing = transport.close().finally(() => this.closing.delete(closing));
    this.closing.add(closing);
  }
}

/** Runs `work` with a place at each gate. Rejects if one has none for too long: the carrier repeats the report. */
async function inTurn([gate, ...others]: Gate[], work: () => Promise<void>): Promise<void> {
  if (!gate) return work();
  if (!(await gate.acquire(REPORT_WAIT_MS))) throw new Error('Too many reports of carriers wait');
  try {
    await inTurn(others, work);
  } finally {
    gate.release();
  }
}
