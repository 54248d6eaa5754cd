import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { LinkObject } from '../link.dto.js';

const links = connectionOf('ShortLink', LinkObject, { max: 200, position: ({ link }) => [link.id] });

@ArgsType()
export class ShortLinkConnectionArgs extends links.Args {}

@ObjectType()
export class ShortLinkConnection extends links.Connection {}
