import { ArgsType, Field, ID, Int } from '@nestjs/graphql';
import type { Id } from '#libs/persistence';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

@ArgsType()
export class ContactsArgs {
  @Field(() => String, { nullable: true, description: 'A part of the name, the e-mail or the telephone number.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @Field(() => ID, { nullable: true, description: 'Only the members of this list.' })
  @IsOptional()
  @Matches(/^lst_[0-9a-f]{16}$/)
  listId?: Id<'lst'>;

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
