-- Plans are paid for at Stripe: what it says is kept here, with invoices, checkouts, referrals and their credits (docs/billing.md).
CREATE TABLE "referral_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referral_credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"referral_id" uuid,
	"amount" integer NOT NULL,
	"earned_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	"applied_to" text,
	"given_at" timestamp with time zone,
	CONSTRAINT "referral_credits_once" UNIQUE("referral_id","user_id"),
	CONSTRAINT "referral_credits_ended" CHECK (("referral_credits"."ended_at" is null) = ("referral_credits"."ended_as" is null))
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"referrer_id" uuid NOT NULL,
	"friend_id" uuid,
	"signed_up_at" timestamp with time zone NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"settled_at" timestamp with time zone,
	"card" text,
	CONSTRAINT "referrals_friend_once" UNIQUE("friend_id"),
	CONSTRAINT "referrals_card_once" UNIQUE("card"),
	CONSTRAINT "referrals_outcome_known" CHECK ("referrals"."outcome" in ('waiting', 'paid', 'own')),
	CONSTRAINT "referrals_not_oneself" CHECK ("referrals"."friend_id" <> "referrals"."referrer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price_id" text NOT NULL,
	"coupon" text,
	"session_id" text,
	"opened_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "billing_checkouts_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"asked" bigint DEFAULT 0 NOT NULL,
	"answered" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "billing_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"amount_paid" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"subscription_id" text,
	"is_returned" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"plan_type" text NOT NULL,
	"price_id" text NOT NULL,
	"amount" integer NOT NULL,
	"interval" text NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"latest_invoice_id" text
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "plan_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ai_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "granted_until" date;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_credits" ADD CONSTRAINT "referral_credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_credits" ADD CONSTRAINT "referral_credits_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_friend_id_users_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_checkouts" ADD CONSTRAINT "billing_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_credits_by_user" ON "referral_credits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "referrals_by_referrer" ON "referrals" USING btree ("referrer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_checkouts_one_open" ON "billing_checkouts" USING btree ("user_id","kind") WHERE "billing_checkouts"."paid_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_checkouts_coupon_once" ON "billing_checkouts" USING btree ("user_id","coupon") WHERE "billing_checkouts"."coupon" is not null;--> statement-breakpoint
CREATE INDEX "billing_events_by_age" ON "billing_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "billing_invoices_by_user" ON "billing_invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_subscriptions_by_user" ON "billing_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION "announce_plan"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
	if tg_op = 'DELETE' then
		perform announce_people(array[old.user_id]);
	else
		perform announce_people(array[new.user_id]);
	end if;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "subscriptions_change" AFTER UPDATE ON "subscriptions" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "announce_plan"();--> statement-breakpoint
CREATE TRIGGER "billing_subscriptions_begin" AFTER INSERT OR DELETE ON "billing_subscriptions" FOR EACH ROW EXECUTE FUNCTION "announce_plan"();--> statement-breakpoint
CREATE TRIGGER "billing_subscriptions_change" AFTER UPDATE ON "billing_subscriptions" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "announce_plan"();--> statement-breakpoint
CREATE FUNCTION "count_credits"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
	held integer := 0;
	person uuid;
begin
	if tg_op <> 'INSERT' then
		person := old.user_id;
		held := held - (old.ended_at is null)::integer;
	end if;
	if tg_op <> 'DELETE' then
		person := new.user_id;
		held := held + (new.ended_at is null)::integer;
	end if;
	if held <> 0 then
		update subscriptions set referral_credits = referral_credits + held where user_id = person;
	end if;
	return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "referral_credits_count" AFTER INSERT OR UPDATE OR DELETE ON "referral_credits" FOR EACH ROW EXECUTE FUNCTION "count_credits"();
