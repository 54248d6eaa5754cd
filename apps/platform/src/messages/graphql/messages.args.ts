import { ArgsType, Field, Int } from '@nestjs/graphql';
import { IsEnum, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { MessageChannel } from './message.types.js';

@ArgsType()
export class MessagesArgs {
  @Field(() => MessageChannel, { defaultValue: MessageChannel.email })
  @IsEnum(MessageChannel)
  channel: MessageChannel;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(20)
  status?: string;

  @Field(() => String, { nullable: true, description: 'A part of the subject or of an address.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @Field(() => String, { nullable: true, description: 'nextCursor of the page before.' })
  @IsOptional()
  @Matches(/^(?:\d{1,15}|[0-8]\d{15})$/)
  cursor?: string;

  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
}
