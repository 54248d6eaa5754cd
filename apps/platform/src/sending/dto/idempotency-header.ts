import { ApiHeader } from '@nestjs/swagger';

/** Documents the header by which a call can be repeated safely. */
export const IdempotencyHeader = (): MethodDecorator & ClassDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: '1 to 128 of A-Z a-z 0-9 . _ : -; the same call with the same key is answered once and sent once.',
  });
