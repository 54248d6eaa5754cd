import { EmailAddress } from '#libs/http';

export class AddAddressRequest {
  @EmailAddress()
  email: string;
}
