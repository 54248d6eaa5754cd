import { ArgsType, Field, Int } from '@nestjs/graphql';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

@ArgsType()
export class ListsArgs {
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
