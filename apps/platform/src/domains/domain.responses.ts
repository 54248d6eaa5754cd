import { ApiProperty } from '@nestjs/swagger';
import { KEY_STATES, KEY_TYPES, type PublishedKey, RECORD_STATUSES } from '#libs/messaging/domains';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import { DOMAIN_STATUSES, RECORD_PURPOSES, statusOf, type DomainDetail, type DomainRecord } from './domain.js';

@GraphqlObject('SendingDomainRecord', 'A record to publish in DNS.')
export class DomainRecordView {
  @ApiProperty({ type: String, enum: RECORD_PURPOSES })
  Purpose: string;

  @ApiProperty({ example: 'TXT' })
  Type: string;

  @ApiProperty({ example: '_service-verification.mail.example.com' })
  Name: string;

  @ApiProperty({ example: 'service-verification=4b7c…', description: 'To be published as it stands.' })
  Value: string;

  @ApiProperty({ description: 'Verification asks for it; of the DKIM records it asks for one.' })
  Required: boolean;

  @ApiProperty({ type: String, enum: RECORD_STATUSES, description: 'What the last check found.' })
  Status: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'For the record of a retired key: leave it in DNS until then.',
  })
  RemoveAfter: string | null;

  static of(record: DomainRecord): DomainRecordView {
    return {
      Purpose: record.purpose,
      Type: record.type,
      Name: record.name,
      Value: record.value,
      Required: record.required,
      Status: record.status,
      RemoveAfter: record.removeAfter?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('SendingDomainKey')
export class DomainKeyView {
  @ApiProperty({ example: 'rsa-0c7b3f19ad' })
  Selector: string;

  @ApiProperty({ type: String, enum: KEY_TYPES })
  Algorithm: string;

  @ApiProperty({ description: 'Whether e-mails are signed with it.' })
  Active: boolean;

  @ApiProperty({ type: String, enum: KEY_STATES, description: 'A pending key signs once its record is found.' })
  State: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  RetiredAt: string | null;

  static of(key: PublishedKey): DomainKeyView {
    return {
      Selector: key.selector,
      Algorithm: key.algorithm,
      Active: key.state === 'active',
      State: key.state,
      CreatedAt: key.createdAt.toISOString(),
      RetiredAt: key.retiredAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('SendingDomain', 'A domain to send e-mail from.')
export class DomainView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ example: 'mail.example.com' })
  Name: string;

  @ApiProperty({ type: String, enum: DOMAIN_STATUSES })
  Status: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  VerifiedAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  LastCheckedAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when a verified domain lacks what it was verified by; after 72 hours it is pending again.',
  })
  MissingSince: string | null;

  @ApiProperty({ type: [DomainRecordView] })
  Records: DomainRecordView[];

  @ApiProperty({ type: [DomainKeyView], description: 'Oldest first.' })
  Keys: DomainKeyView[];

  static of({ domain, records }: DomainDetail): DomainView {
    return {
      Id: domain.id,
      Name: domain.name,
      Status: statusOf(domain),
      VerifiedAt: domain.verifiedAt?.toISOString() ?? null,
      CreatedAt: domain.createdAt.toISOString(),
      LastCheckedAt: domain.lastCheckedAt?.toISOString() ?? null,
      MissingSince: domain.missingSince?.toISOString() ?? null,
      Records: records.map((record) => DomainRecordView.of(record)),
      Keys: domain.keys.map((key) => DomainKeyView.of(key)),
    };
  }
}

export class DomainResponse {
  @ApiProperty()
  Domain: DomainView;

  static of(detail: DomainDetail): DomainResponse {
    return { Domain: DomainView.of(detail) };
  }
}

export class DomainPageResponse extends pageOf('Domains', DomainView) {}
