/** What a one-time code is for. */
export const scenes = [
  'LOGIN',
  'SET_PASSWORD',
  'FUNDS_PASSWORD',
  'WITHDRAW',
  'CHANGE_CONTACT',
  'SECOND_FACTOR',
] as const;
export type Scene = (typeof scenes)[number];

/** A one-time code on its way to a phone or a mailbox. */
export interface CodeMessage {
  to: string;
  scene: Scene;
  code: string;
  /** Of the scene WITHDRAW: the payment that the code allows, or without an amount the address that it adds. */
  payment?: { coin: string; address: string; amount?: string };
  /** The address of 客服, for texts that say to ask there. */
  support?: string;
}

/** An event that concerns the customer, in the customer's language; at most 500 characters. */
export interface Notice {
  to: string;
  scene: 'NOTICE';
  text: string;
  /** Where the customer says "不是我"; the token stands in the address. */
  link?: { url: string; token: string };
  /** When it happened, where that is not when it is sent. */
  at?: string;
  /** The address of 客服, for texts that say to ask there. */
  support?: string;
}

export type Message = CodeMessage | Notice;

/** Whatever can bring a message to its receiver. Resolves when it was taken over, rejects with `MessageNotSent`. */
export interface MessageDriver {
  readonly send: (message: Message) => Promise<void>;
}

/** The provider said no, or said nothing. Neither its text nor its cause may carry the code. */
export class MessageNotSent extends Error {
  override readonly name = 'MessageNotSent';
}
