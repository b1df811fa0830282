import type { Command } from '../../platform/commands/command.ts';
import { customerOptions, nameOf } from '../../platform/commands/customer-options.ts';
import { optional, text, UsageError } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { customerRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { changeDetails } from './change-details.ts';

const tags = (summary: string) =>
  optional(
    text({
      placeholder: 'TAG[,TAG…]',
      summary,
      longest: 700,
      pattern: /^[^,\s\p{Cc}]+(,[^,\s\p{Cc}]+){0,19}$/u,
      expected: 'up to 20 tags with commas between them',
    }),
  );

export function changeDetailsCommand(deps: StaffPorts & { database: Database }): Command {
  return staffCommand(deps, customerRoles, {
    group: 'Customers and machines',
    summary: 'Changes the name and the tags of a customer',
    options: {
      ...customerOptions,
      name: optional(
        text({
          placeholder: 'NAME',
          summary: 'the new name',
          longest: 64,
          pattern: /^\P{Cc}*$/u,
          expected: 'a text without control characters',
        }),
      ),
      'add-tag': tags('tags to add; vip selects that theme'),
      'remove-tag': tags('tags to remove'),
    },
    example: '--account 13800000001 --add-tag vip --by support --reason "bought ten machines"',
    effects: 'changes',
    async run(options, input) {
      const { name: nickname, 'add-tag': added, 'remove-tag': removed } = options;
      if (nickname === undefined && added === undefined && removed === undefined) {
        throw new UsageError('give --name, --add-tag or --remove-tag');
      }
      const [addTags, removeTags] = [added, removed].map((list) => list?.split(',') ?? []) as [string[], string[]];
      const both = addTags.find((tag) => removeTags.includes(tag));
      if (both !== undefined) throw new UsageError(`the tag ${both} is added and removed`);
      return changeDetails(deps, { customer: nameOf(options), nickname, addTags, removeTags }, input);
    },
  });
}
