import { Text } from '#libs/core/http';
import { TOKEN_MAX } from '../../devices/device.dto.js';

export class RegisterBrowserRequest {
  @Text({ min: 1, max: 100, description: 'As the snippet has it.' })
  SiteKey: string;

  @Text({ min: 1, max: TOKEN_MAX, description: 'The JSON of the PushSubscription.' })
  Token: string;
}
