import { roleNames } from '@lode/contract/staff-names';
import { type Sentence, sentence } from '../../platform/sentence.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';

/** What the staff reads of proposals and of who may decide on them. */
const rolesText = (roles: readonly StaffRole[]): Sentence =>
  sentence(roles.join(' or '), roles.map((role) => roleNames[role]).join('或'));

export const needsSecondPerson = sentence('a second person must approve this: --approved-by', '这件事要由第二人复核');
export const samePerson = sentence('the same person cannot propose and approve', '提议和复核不能是同一人');
export const disabled = (name: string): Sentence => sentence(`${name} is disabled`, `${name} 已停用`);
export const otherRole = (name: string, role: StaffRole, roles: readonly StaffRole[]): Sentence => {
  const asked = rolesText(roles);
  return sentence(
    `${name} is ${role}, this asks for ${asked.en}`,
    `${name} 的角色是${roleNames[role]}，这件事要由${asked.zh}做`,
  );
};

export const noProposal = (id: string): Sentence => sentence(`there is no proposal ${id}`, `没有变更 ${id}`);
const outcomes = { APPROVED: '批准', REJECTED: '驳回或撤回' };
export const isDecided = (id: bigint, outcome: keyof typeof outcomes): Sentence =>
  sentence(`proposal ${id} is ${outcome}`, `变更 ${id} 已${outcomes[outcome]}`);
export const decidedMeanwhile = (id: bigint): Sentence =>
  sentence(`proposal ${id} was decided in the meantime`, `变更 ${id} 刚刚已有结果`);
export const waitsAlready = ({ id, name }: { id: bigint; name: string }): Sentence =>
  sentence(
    `proposal ${id} by ${name} waits for the same: decide on it first`,
    `${name} 的变更 ${id} 已为同一件事等复核：先批准、驳回或撤回它`,
  );
export const otherEffect = sentence(
  'it would do something else now than you have read: read it again',
  '现在的结果和您看到的不同了，请重新看过再批准',
);
export const decided = (id: bigint): Sentence => sentence(`proposal ${id} is decided`, `变更 ${id} 已有结果`);
export const rejected = (id: bigint): Sentence => sentence(`proposal ${id} is rejected`, `变更 ${id} 已驳回`);
export const unknownAction = (action: string): Sentence =>
  sentence(`this program has no action ${action}`, `这个版本没有 ${action} 这种变更`);

/** Of the file with every line of a proposal. */
export const proposalFileTitles = {
  part: '部分',
  name: '项目',
  text: '内容',
  given: '给出的内容',
  effect: '现在批准的结果',
};
