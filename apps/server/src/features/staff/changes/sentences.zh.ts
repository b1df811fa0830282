import { roleNames } from '@lode/contract/staff-names';
import { type Sentence, sentence } from '../../../platform/sentence.ts';
import type { StaffRole } from '../../../platform/staff/authority.ts';

/** What two people read of a change of the staff; or why it is not made. */
export const adds = (member: string, role: StaffRole): Sentence =>
  sentence(`adds ${member} as ${role}`, `增加员工 ${member}，角色${roleNames[role]}`);
export const makes = (member: string, role: StaffRole): Sentence =>
  sentence(`makes ${member} ${role}`, `把 ${member} 的角色改为${roleNames[role]}`);
export const disables = (member: string): Sentence => sentence(`disables ${member}`, `停用 ${member}`);
export const enables = (member: string): Sentence => sentence(`enables ${member}`, `恢复 ${member}`);
export const replaces = (member: string): Sentence =>
  sentence(
    `replaces the password of ${member}, and removes its app and passkeys`,
    `更换 ${member} 的密码，并移除其动态码应用和通行密钥`,
  );

export const onStaff = (name: string): Sentence => sentence(`${name} is on the staff already`, `${name} 已是员工`);
export const hasRole = (name: string, role: StaffRole): Sentence =>
  sentence(`${name} is ${role} already`, `${name} 的角色已是${roleNames[role]}`);
export const disabledAlready = (name: string): Sentence => sentence(`${name} is disabled already`, `${name} 已停用`);
export const notDisabled = (name: string): Sentence => sentence(`${name} is not disabled`, `${name} 没有停用`);
export const noMember = (name: string): Sentence =>
  sentence(`no staff member is called ${name}`, `没有名为 ${name} 的员工`);
export const ownAccount = sentence('no member decides on its own account', '不能决定自己的账号');
export const noTwoLeft = sentence('no two would be left who may change the staff', '之后能变更员工的人不足两位');

export const done = (what: Sentence): Sentence => sentence(`done: ${what.en}`, `已完成：${what.zh}`);
export const withPassword = (what: Sentence, of: { name: string; password: string; hours: number }): Sentence => {
  const { name, password, hours } = of;
  return sentence(
    `${done(what).en}; the first password of ${name} is ${password}: good for ${hours} hours, only to choose another by staff:password`,
    `${done(what).zh}；${name} 的初始密码是 ${password}：${hours} 小时内有效，登录后须另设密码`,
  );
};
export const memberName = sentence(
  '2 to 32 of a-z, 0-9, dot, dash and underscore, a letter first',
  '2 到 32 个 a-z、0-9、点、连字符或下划线，以字母开头',
);
