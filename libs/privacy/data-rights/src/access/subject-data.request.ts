import { ArrayMaxSize, IsArray, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { TenantId } from '#libs/core/persistence';
import { IDENTIFIERS_MAX, LEADS_MAX, type Subject } from './subject-data.js';

/** Items in an answer at most. */
export const ITEMS_MAX = 10_000;

/** How another app asks what this one holds about one person. */
export class SubjectDataRequest implements Subject {
  @Matches(/^acc_[0-9a-f]{16}$/)
  tenantId: TenantId;

  @IsArray()
  @ArrayMaxSize(IDENTIFIERS_MAX)
  @IsString({ each: true })
  @MaxLength(320, { each: true })
  emails: string[];

  @IsArray()
  @ArrayMaxSize(IDENTIFIERS_MAX)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  phones: string[];

  @IsArray()
  @ArrayMaxSize(LEADS_MAX)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  leadIds: string[];

  @IsInt()
  @Min(1)
  @Max(ITEMS_MAX)
  limit: number;
}
