import type { ConsoleData } from '@lode/contract/console';
import { settingFieldName } from '@lode/contract/setting-values';
import { Button, Checkbox, Form, Input, Radio } from 'antd';
import { settingTexts as texts } from '../../locales/zh/settings.ts';
import { wholeRow } from './form-value.ts';
import styles from './settings.module.css';

type Shape = ConsoleData<'settingList'>['settings'][number]['shape'];
type Field = Shape['fields'][number];

/** The fields of a setting's value, by its shape. The server alone says what it takes. */
export function ValueFields({ shape }: { shape: Shape }) {
  const isOff = Form.useWatch<boolean | undefined>('isOff');
  return (
    <>
      {shape.canBeOff && (
        <Form.Item name="isOff" valuePropName="checked">
          <Checkbox>{texts.off}</Checkbox>
        </Form.Item>
      )}
      {isOff !== true && <Value shape={shape} />}
    </>
  );
}

function Value({ shape: { kind, fields, mostRows } }: { shape: Shape }) {
  if (kind === 'SWITCH')
    return (
      <Form.Item name="isOn" label={texts.newValue}>
        <Radio.Group options={texts.switchOptions} />
      </Form.Item>
    );
  if (kind === 'RECORD')
    return fields.map((field) => (
      <FieldItem key={field.name} field={field} name={['record', field.name]} label={settingFieldName(field.name)} />
    ));
  if (kind === 'LIST') return <Rows fields={fields} mostRows={mostRows} />;
  return <FieldItem field={oneText} name="text" label={texts.newValue} />;
}

const oneText: Field = { name: wholeRow, kind: 'TEXT', canBeEmpty: false };

function Rows({ fields, mostRows }: { fields: readonly Field[]; mostRows: number | null }) {
  const shown = fields.length === 0 ? [oneText] : fields;
  return (
    <Form.List name="rows">
      {(rows, { add, remove, move }) => (
        <>
          {rows.length === 0 && <p className={styles.dialogMeta}>{texts.noRows}</p>}
          {rows.map(({ key, name }, index) => (
            <div key={key} role="group" aria-label={texts.row(index + 1)} className={styles.row}>
              <div className={styles.rowTitle}>{texts.row(index + 1)}</div>
              <div className={styles.rowFields}>
                {shown.map((field) => (
                  <FieldItem
                    key={field.name}
                    field={field}
                    name={[name, field.name]}
                    label={field.name === wholeRow ? texts.rowValue : settingFieldName(field.name)}
                  />
                ))}
              </div>
              <div className={styles.rowActions}>
                <Button
                  size="small"
                  disabled={index === 0}
                  aria-label={texts.rowUp(index + 1)}
                  onClick={() => move(index, index - 1)}
                >
                  {texts.up}
                </Button>
                <Button size="small" aria-label={texts.rowRemove(index + 1)} onClick={() => remove(name)}>
                  {texts.remove}
                </Button>
              </div>
            </div>
          ))}
          <Button
            block
            type="dashed"
            className={styles.add}
            disabled={mostRows !== null && rows.length >= mostRows}
            onClick={() => add({})}
          >
            {texts.add}
          </Button>
        </>
      )}
    </Form.List>
  );
}

function FieldItem({ field, name, label }: { field: Field; name: string | (string | number)[]; label: string }) {
  const { kind, canBeEmpty } = field;
  return (
    <Form.Item
      name={name}
      label={canBeEmpty ? texts.mayBeEmpty(label) : label}
      rules={canBeEmpty ? [] : [{ required: true, whitespace: true, message: texts.newValueMissing }]}
    >
      {kind === 'LONG_TEXT' ? (
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={20_000} />
      ) : (
        <Input maxLength={20_000} {...(kind === 'COUNT' && { inputMode: 'numeric' })} />
      )}
    </Form.Item>
  );
}
