import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

/** Variables of received e-mail. */
export class InboundConfig {
  /** Name of the server that receives mail for tenants' domains, which their MX records name; the domain of the return path if absent. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/)
  inboundMxHost?: string;

  /** Maximum size of mail for tenants' domains (bytes). */
  @IsInt()
  @Min(1_048_576)
  @Max(37_748_736)
  inboundMaxBytes: number = 37_748_736;

  /** Bytes of received mail that an account may have; what comes beyond that is answered with 452. A mail counts as 16 KiB or more. */
  @IsInt()
  @Min(1_048_576)
  inboundStorageBytes: number = 10_737_418_240;

  /** Days after which received mail is deleted; 0 keeps it. */
  @IsInt()
  @Min(0)
  @Max(36_500)
  keepInboundDays: number = 30;
}
