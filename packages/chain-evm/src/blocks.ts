import type { AddressKey, Block } from '@lode/chain';
import type { Hex } from 'viem';
import { addressKey, bytes, type Fields, fieldsOf, hash, listOf, quantity, whole } from './responses.ts';
import { transferTopic } from './token.ts';

/** A block with the plain transfers of ether in it. */
export interface FullBlock extends Block {
  logsBloom: Hex;
  transactions: BlockTransaction[];
}

export interface BlockTransaction {
  txid: Hex;
  from: AddressKey;
  nonce: number;
  /** Null where a contract is made. */
  to: AddressKey | null;
  value: bigint;
}

/** A `Transfer` of some contract. */
export interface TransferLog {
  contract: AddressKey;
  txid: Hex;
  blockHash: Hex;
  /** Position within the block. */
  logIndex: number;
  from: AddressKey;
  to: AddressKey;
  value: bigint;
}

export interface Receipt {
  txid: Hex;
  blockHash: Hex;
  height: number;
  isSuccess: boolean;
  gasUsed: bigint;
  gasPrice: bigint;
  transfers: TransferLog[];
}

export function blockOf(found: unknown): Block {
  const fields = fieldsOf('block', found);
  return {
    height: whole('height', fields.number),
    hash: hash('block hash', fields.hash),
    parentHash: hash('parent hash', fields.parentHash),
    time: whole('time', fields.timestamp),
  };
}

export function transactionOf(found: unknown): BlockTransaction {
  const fields = fieldsOf('transaction', found);
  return {
    txid: hash('txid', fields.hash),
    from: addressKey('sender', fields.from),
    nonce: whole('nonce', fields.nonce),
    to: fields.to === null || fields.to === undefined ? null : addressKey('receiver', fields.to),
    value: quantity('value', fields.value),
  };
}

/** One log as a transfer; none when it is another event, or one of the same name with other fields. */
export function transferOf(found: unknown): TransferLog[] {
  const fields = fieldsOf('log', found);
  const topics = listOf('topics', fields.topics);
  const data = bytes('data', fields.data);
  if (topics[0] !== transferTopic || topics.length !== 3 || data.length !== 66 || fields.removed === true) return [];
  return [
    {
      contract: addressKey('contract', fields.address),
      txid: hash('txid', fields.transactionHash),
      blockHash: hash('block hash', fields.blockHash),
      logIndex: whole('log index', fields.logIndex),
      from: keyOfTopic(topics[1]),
      to: keyOfTopic(topics[2]),
      value: BigInt(data),
    },
  ];
}

/** A topic holds an address after twelve zero bytes. */
function keyOfTopic(topic: unknown): AddressKey {
  return hash('topic', topic).slice(2 + 24);
}

export function receiptOf(found: unknown): Receipt {
  const fields: Fields = fieldsOf('receipt', found);
  return {
    txid: hash('txid', fields.transactionHash),
    blockHash: hash('block hash', fields.blockHash),
    height: whole('height', fields.blockNumber),
    isSuccess: quantity('status', fields.status) === 1n,
    gasUsed: quantity('gas used', fields.gasUsed),
    gasPrice: quantity('gas price', fields.effectiveGasPrice),
    transfers: listOf('logs', fields.logs).flatMap(transferOf),
  };
}
