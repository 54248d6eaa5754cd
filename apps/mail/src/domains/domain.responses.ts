import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { KEY_STATES, KEY_TYPES, type PublishedKey, RECORD_STATUSES } from '#libs/messaging/domains';
import { listOf } from '../list-of.js';
import { MAX_DOMAINS } from './domain-problems.js';
import {
  DOMAIN_STATUSES,
  type DomainDetail,
  type DomainRecord,
  type KeyedMailDomain,
  RECORD_PURPOSES,
  statusOf,
} from './mail-domain.js';

@GraphqlObject('MailDomainKey', 'A DKIM key of a domain.')
export class DomainKeyObject {
  @ApiProperty({ example: 'rsa-0c7b3f19ad' })
  selector: string;

  @ApiProperty({ type: String, enum: KEY_TYPES })
  algorithm: string;

  @ApiProperty({ type: String, enum: KEY_STATES, description: 'A pending key signs once its record is found.' })
  state: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  retired_at: string | null;

  static of({ selector, algorithm, state, createdAt, retiredAt }: PublishedKey): DomainKeyObject {
    return {
      selector,
      algorithm,
      state,
      created_at: createdAt.toISOString(),
      retired_at: retiredAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('MailDomain', 'A domain that mail is sent from and received for.')
export class DomainObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  org_id: string;

  @ApiProperty({ example: 'example.com' })
  name: string;

  @ApiProperty({
    type: String,
    enum: DOMAIN_STATUSES,
    description:
      'failing: it was verified and still works, but its records are not found; after 72 hours it is pending again.',
  })
  status: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  verified_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Since when it is failing.' })
  missing_since: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_checked_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The mailbox that takes mail to addresses without a mailbox.',
  })
  catch_all_mailbox_id: string | null;

  @ApiProperty({ description: 'Whether mail to an address without a mailbox makes one.' })
  autocreate: boolean;

  @ApiProperty({ type: [DomainKeyObject], description: 'Its DKIM keys, oldest first.' })
  keys: DomainKeyObject[];

  static of(domain: KeyedMailDomain): DomainObject {
    return {
      id: domain.id,
      org_id: domain.organisationId,
      name: domain.name,
      status: statusOf(domain),
      verified_at: domain.verifiedAt?.toISOString() ?? null,
      missing_since: domain.missingSince?.toISOString() ?? null,
      last_checked_at: domain.lastCheckedAt?.toISOString() ?? null,
      created_at: domain.createdAt.toISOString(),
      catch_all_mailbox_id: domain.catchAllMailboxId,
      autocreate: domain.createsMailboxes,
      keys: domain.keys.map((key) => DomainKeyObject.of(key)),
    };
  }
}

const domains = listOf('domains', DomainObject, { max: MAX_DOMAINS });

export class ListDomainsQuery extends domains.Query {}

export class DomainPage extends domains.Page {}

@GraphqlObject('MailDomainRecord', 'A record to publish in DNS.')
export class DnsRecordObject {
  @ApiProperty({ type: String, enum: RECORD_PURPOSES })
  purpose: string;

  @ApiProperty({ type: String, enum: ['TXT', 'MX', 'CNAME', 'SRV'] })
  type: string;

  @ApiProperty({ example: '_service-verification.example.com' })
  name: string;

  @ApiProperty({
    example: 'service-verification=4b7c…',
    description: 'As a zone file has it: 10 mx.example.net of an MX record, 0 1 587 mx.example.net of an SRV record.',
  })
  value: string;

  @ApiProperty({ description: 'Verification asks for it; of the DKIM records it asks for one.' })
  required: boolean;

  @ApiProperty({ type: String, enum: RECORD_STATUSES, description: 'What the last check found.' })
  status: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'For the record of a retired key: leave it in DNS until then.',
  })
  remove_after: string | null;

  static of(record: DomainRecord): DnsRecordObject {
    const { purpose, type, name, value, required, status, removeAfter } = record;
    return { purpose, type, name, value, required, status, remove_after: removeAfter?.toISOString() ?? null };
  }
}

@GraphqlObject('PublishedMailDomainRecord', 'A record to publish, and what is published now.')
export class PublishedRecordObject extends DnsRecordObject {
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'All that is published now at the name, of the type; null if DNS did not answer.',
  })
  published: string[] | null;

  static override of(record: DomainRecord): PublishedRecordObject {
    return { ...DnsRecordObject.of(record), published: record.published ? [...record.published] : null };
  }
}

@GraphqlObject('MailDomainDetail', 'A domain with the records to publish.')
export class DomainDetailObject extends DomainObject {
  @ApiProperty({ type: [DnsRecordObject], description: 'What to publish in DNS.' })
  records: DnsRecordObject[];

  static ofDetail({ domain, records }: DomainDetail): DomainDetailObject {
    return { ...DomainObject.of(domain), records: records.map((record) => DnsRecordObject.of(record)) };
  }
}

@GraphqlObject('MailDomainDns', 'What DNS has of a domain now.')
export class DomainDnsResponse {
  @ApiProperty({ example: 'example.com' })
  name: string;

  @ApiProperty({ type: String, enum: DOMAIN_STATUSES })
  status: string;

  @ApiProperty({ type: [PublishedRecordObject] })
  records: PublishedRecordObject[];

  static of({ domain, records }: DomainDetail): DomainDnsResponse {
    return {
      name: domain.name,
      status: statusOf(domain),
      records: records.map((record) => PublishedRecordObject.of(record)),
    };
  }
}
