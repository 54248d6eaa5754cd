import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';

@GraphqlObject('PushSiteConfig')
export class SiteConfigResponse {
  @ApiProperty({ description: 'The VAPID public key that browsers subscribe with, base64url.' })
  PublicKey: string;

  @ApiProperty({ example: 'https://api.example.com', description: 'Where browsers reach this API.' })
  ApiBase: string;

  @ApiProperty({ description: 'To be saved as /manifest.webmanifest, JSON.' })
  Manifest: string;

  @ApiProperty({ description: 'To be saved as /push-sw.js, JavaScript.' })
  ServiceWorker: string;

  @ApiProperty({ description: 'To be put into the pages, HTML.' })
  Snippet: string;
}
