import { ApiProperty } from '@nestjs/swagger';
import { QueryText } from '#libs/http';

export class ResolveIdentityQuery {
  @QueryText({ max: 20, description: 'email, telefone, sms ou whatsapp. Obrigatório.' })
  canal?: string;

  @QueryText({ max: 400, description: 'O e-mail ou telefone. Obrigatório; a resposta nunca o repete.' })
  valor?: string;
}

export class ResolvedIdentityObject {
  @ApiProperty()
  achou: boolean;

  @ApiProperty({ type: String, nullable: true })
  contato_id: string | null;

  static of(contactId: string | null): ResolvedIdentityObject {
    return { achou: contactId !== null, contato_id: contactId };
  }
}
