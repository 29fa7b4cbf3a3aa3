import { expect, test } from "vitest";
import { formOf, heldTo, readAs } from "../../../functions/pages/form.ts";
import { NewHomeContact } from "../../../schema/wire/account/contacts.ts";
import { HouseholdChange } from "../../../schema/wire/account/household.ts";
import { NotificationsChange } from "../../../schema/wire/account/notifications.ts";

const said = (shape: Parameters<typeof readAs>[0], text: string) =>
  readAs(shape, formOf(new URLSearchParams(text)));

test("a form is read as its wire shape takes it, and what it does not ask for is left out", () => {
  expect(said(HouseholdChange, "name=&city=&latitude=46,8&other=1")).toEqual({
    name: "",
    city: null,
    latitude: 46.8,
  });
  expect(said(NewHomeContact, "name=Nora&spaces=Attic&spaces=Cellar")).toEqual({
    name: "Nora",
    spaces: ["Attic", "Cellar"],
  });
});

test("a box says yes or no, and one that the form does not have says nothing", () => {
  expect(said(NotificationsChange, "email=no&email=yes&push=no")).toEqual({ email: true, push: false });
});

test("a browser holds its reader to the limits of the wire", () => {
  expect(heldTo(HouseholdChange, "name")).toEqual({ required: true, maxlength: 80 });
  expect(heldTo(HouseholdChange, "city")).toMatchObject({ maxlength: 80 });
  expect(heldTo(HouseholdChange, "city")).not.toHaveProperty("required");
  expect([heldTo(HouseholdChange, "unknown"), heldTo(undefined, "name")]).toEqual([{}, {}]);
});
