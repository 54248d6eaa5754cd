import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';

@GraphqlObject('TwoFactor')
export class TwoFactorResponse {
  @ApiProperty({ description: 'Whether a login takes a second factor.' })
  Confirmed: boolean;

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  ConfirmedAt: string | null;

  @ApiProperty({ description: 'Recovery codes that were not used yet.', example: 10 })
  RecoveryCodesLeft: number;
}

@GraphqlObject('TwoFactorSetup')
export class TwoFactorSetupResponse {
  @ApiProperty({
    description: 'For typing into an authenticator: Base32.',
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  Secret: string;

  @ApiProperty({ format: 'uri', example: 'otpauth://totp/Service:ana%40example.com?secret=JBSWY3DPEHPK3PXP' })
  OtpauthUri: string;

  @ApiProperty({ description: 'OtpauthUri as a QR code: an SVG image in a data URI.' })
  QrCode: string;

  @ApiProperty({ format: 'date-time', description: 'Until when the set-up may be confirmed.' })
  ExpiresAt: string;
}

export class RecoveryCodesResponse {
  @ApiProperty({
    type: [String],
    description: 'Each stands in for one code of the authenticator. Shown this once.',
    example: ['k7qm-2xpa-9dtn-4hze'],
  })
  RecoveryCodes: string[];
}
