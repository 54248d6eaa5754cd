import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, pageOf, pageQuery, QueryEnum, Text } from '#libs/core/http';
import { SENDER_KINDS } from '#libs/messaging/sms';
import type { SentCode } from './sender-codes.service.js';
import { SENDER_STATES, type SenderState } from './sms-sender.js';
import type { SmsSender } from './sms-sender.entity.js';

const NUMBER_MAX = 40;

@GraphqlInput('CreateSmsSenderInput')
export class CreateSmsSenderRequest {
  @Text({
    min: 1,
    max: NUMBER_MAX,
    example: '+5511912345678',
    description: 'A number in E.164, or a name of at most 11 letters and digits with one letter at least.',
  })
  Value: string;

  @MayBeAbsent()
  @Flag({ description: 'Whether texts without From come from it. The default before it is one no more.' })
  Default?: boolean;
}

@GraphqlInput('UpdateSmsSenderInput')
export class UpdateSmsSenderRequest {
  @Flag({ description: 'Whether texts without From come from it, once it is confirmed.' })
  Default: boolean;
}

@GraphqlInput('ConfirmSmsSenderInput')
export class ConfirmSmsSenderRequest {
  @Text({ min: 6, max: 6, pattern: /^\d{6}$/, form: 'must be six digits', example: '047110' })
  Code: string;
}

/** An empty body. */
export class EmptySmsSenderRequest {}

export class ListSmsSendersQuery extends pageQuery(200) {}

@ArgsType()
export class ConsoleSmsSenderFilters {
  @QueryEnum(SENDER_STATES)
  state?: SenderState;
}

export class ListConsoleSmsSendersQuery extends pageQuery(200, ConsoleSmsSenderFilters) {}

@GraphqlObject('SmsSender')
export class SmsSenderView {
  @ApiProperty({ example: 'snd_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: '+5511912345678', description: 'What From of a text names.' })
  Value: string;

  @ApiProperty({ type: String, enum: SENDER_KINDS })
  Kind: string;

  @ApiProperty({ type: String, enum: SENDER_STATES })
  State: string;

  @ApiProperty({ description: 'Whether texts without From come from it, once it is confirmed.' })
  Default: boolean;

  @ApiProperty({ type: String, enum: ['code', 'operator'], nullable: true })
  ConfirmedBy: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ConfirmedAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  static of({ id, value, kind, isDefault, confirmedBy, confirmedAt, createdAt }: SmsSender): SmsSenderView {
    return {
      Id: id,
      Value: value,
      Kind: kind,
      State: confirmedAt ? 'confirmed' : 'pending',
      Default: isDefault,
      ConfirmedBy: confirmedBy,
      ConfirmedAt: confirmedAt?.toISOString() ?? null,
      CreatedAt: createdAt.toISOString(),
    };
  }
}

export class SmsSenderResponse {
  @ApiProperty({ type: SmsSenderView })
  Sender: SmsSenderView;

  static of(sender: SmsSender): SmsSenderResponse {
    return { Sender: SmsSenderView.of(sender) };
  }
}

export class SmsSenderPageResponse extends pageOf('Senders', SmsSenderView) {}

@GraphqlObject('SentSmsSenderCode')
export class SentCodeResponse {
  @ApiProperty({ format: 'date-time', description: 'The code is valid until then, for five tries.' })
  ExpiresAt: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The code, on an installation for development without a carrier; otherwise null.',
  })
  Code: string | null;

  static of({ expiresAt, code }: SentCode): SentCodeResponse {
    return { ExpiresAt: expiresAt.toISOString(), Code: code };
  }
}

@GraphqlObject('ConsoleSmsSender')
export class ConsoleSmsSenderView extends SmsSenderView {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;

  static override of(sender: SmsSender): ConsoleSmsSenderView {
    return { ...SmsSenderView.of(sender), TenantId: sender.tenantId };
  }
}

export class ConsoleSmsSenderResponse {
  @ApiProperty({ type: ConsoleSmsSenderView })
  Sender: ConsoleSmsSenderView;

  static of(sender: SmsSender): ConsoleSmsSenderResponse {
    return { Sender: ConsoleSmsSenderView.of(sender) };
  }
}

export class ConsoleSmsSenderPageResponse extends pageOf('Senders', ConsoleSmsSenderView) {}
