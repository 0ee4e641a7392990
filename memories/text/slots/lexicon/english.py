"""English."""

from memories.text.slots.lexicon.english_same import EVERYDAY, TECHNICAL
from memories.text.slots.lexicon.english_verbs import DEEDS
from memories.text.slots.lexicon.entries import Lists, counted

_ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"

ENGLISH = Lists(
    language="en",
    function="""
a an the this that these those some any such i me my mine myself we us our ours you your yours he him his
himself she her hers herself they them their theirs it its itself who whom whose which what where when while
there here be am is are was were been being do does did doing done have has had having will would shall
could can ll ve re d s m of to in on at for with by from as into onto upon about than until till since
before after and or so then let lets via im ive id ill youre theyre were hes shes thats theres gonna per
whether how w user users person people pm
""",
    soft="""
really very quite just also too currently now already simply actually basically definitely please pls plz if
always kindly must should ought =anymore =ableto =worksas because have remember reminder note fyi sure ensure
ever well way
thing things stuff anything something everything up out down back away self oneself allow allows allowed
permit permits permitted btw ok okay hey hi thanks thank anyway fact today present again own certain
particular kind regarding concerning related each all both either everyone everybody full together exactly
generally usually mostly normally typically said says say decision etc most best named called name names get
gets got gotten getting become becomes became once lot bit roughly approximately circa around
""",
    light="take go hold put come stay do find keep set look lie stand sit happen =occur",
    implied="""
eat eaten ate attend schedule arrange speak type kind time date place number member brand model breed sort
amount project app tool software rule policy make use bring run see perform conduct carry contain provide
offer exist serve act drive ride wear play fill own write hire include keep suffer turn cause note info
information update decision address item available located locate book read answer send drink
shift network money term session procedure process url uri
""",
    verbs="""
is are was were am be been has have had do does did can could will would must should may might live work
lives works like likes prefer prefers use uses want wants need needs own owns drive drives speak speaks play
plays study studies drink drinks eat eats support supports report reports belong belongs call called answer
reply write writes written store stored read reads contact send sends host hosts costs stored keeps
""",
    negations="""
not no never none nobody nothing nowhere neither nor without cannot cant dont doesnt didnt isnt arent wasnt
werent wont wouldnt shouldnt couldnt hasnt havent hadnt mustnt aint impossible unable hardly barely avoid
stop stops stopped stopping quit lack lacks forbid forbids forbidden prohibit prohibits prohibited ban bans
banned disallow disallowed unavailable
""",
    phrases="""
no longer; no more; not anymore; not any longer; give up; gives up; gave up; given up; giving up; free of
no one; refrain from; refrains from; abstain from; abstains from; steer clear of
stay away from; keep away from; instead of; rather than; other than; anything but
""",
    plain="""
not only; no problem; no doubt; no matter; bus stop; whether or not; or not; if not; no one else
""",
    opposites="""
and | or
my mine our | his her hers their theirs
enable enabled activate active | disable deactivate inactive
=on | =off
open opened | close closed shut
before prior | after
from since | to until till
in | out
for | against
all everyone everybody everything | some someone somebody few several most
must should required | can may might could allowed permitted optional
increase rise rose risen grow grew grown raise | decrease fall fell shrink shrank reduce decline
true | false
accept approve agree | reject deny refuse disagree
like love enjoy adore prefer favourite favorite fond favour favor | hate =hate dislike loathe detest
minimum min =minimum | maximum max =maximum
ascending | descending
include inclusive | exclude exclusive
public | private
start begin began begun | end finish
add append | remove delete erase =remove =delete
buy bought purchase | sell sold
win won | lose lost
pass | fail
send sent | receive
install | uninstall
connect | disconnect
lock | unlock
encrypt | decrypt
show | hide
older elder | younger
bigger larger | smaller
heavier | lighter
better | worse
early earlier | late later
high higher | low lower
hot warm | cold
long longer | short shorter
fast faster quick | slow slower
hard difficult | easy
inside indoors | outside outdoors
manual manually | automatic automatically
online | offline
mandatory compulsory | voluntary
cheap | expensive
strong | weak
safe | dangerous
join joined | leave leaving
arrive arrival | depart departure
up | down
more | less fewer
above over | below under
success succeed | failure
""",
    same=EVERYDAY
    + TECHNICAL
    + DEEDS
    + """
live, reside, dwell, based; home, house, place; flat, apartment; job, profession, occupation, position
employ, hire, work; boss, manager, supervisor; colleague, coworker, teammate; team, group, crew, squad
company, firm, enterprise, business; customer, client; supplier, vendor, provider; friend, buddy, pal, mate
mother, mum, mom, mam, mummy, mommy; father, dad, daddy; parents, folks; grandmother, grandma, granny, nan
grandfather, grandpa, granddad; child, children, kid; husband, spouse, hubby; wife, missus; girlfriend, gf
boyfriend, bf; birthday, born, birth, birthdate, bday, date of birth; wedding, marriage
name, call, goes by, known as; meeting, meet, gathering, get together; appointment, booking, reservation
conversation, chat; message, text; mail, email, e mail; phone, telephone, mobile, cellphone, cell
computer, pc; laptop, notebook; screen, monitor, display; picture, image, photo, photograph; film, movie
tv, television; holiday, vacation, pto; trip, journey, travel, travelling; hike, hiking; car, automobile
motorbike, motorcycle; bike, bicycle, cycle; train, rail; lorry, truck; lift, elevator; shop, store
grocery, groceries; restaurant, diner; dinner, supper; meal, food, dish; medicine, medication, meds, drug
pill, tablet; doctor, physician, gp; shot, jab, vaccination; ill, sick, unwell; gym, fitness studio
rubbish, trash, garbage, waste; autumn, fall; colour, color; grey, gray; centre, center; metre, meter
cost, price, pay, paid, fee, charge; salary, wage; rent, lease; contract, agreement; invoice, bill
tax, taxation; due, deadline, payable, cutoff
expire, expiry, expiration, valid, validity, run out, runs out, ran out; report, account for
presentation, slides, deck; summary, overview, recap; document, documentation, docs, doc
bullet, bullets, bullet points; question, query; reply, answer, respond; problem, trouble
task, ticket, issue; error, bug, fault, defect; repository, repo, codebase
pull request, pull requests, pr, merge request, merge requests; directory, folder, dir
program, programme, application, app, software; function, method; server, machine, host; database, db
production, prod; staging, stage; development, dev; configuration, config, setting, option; environment, env
deploy, deployment, release, roll out, rollout, ship; password, passphrase, passwd, pw
credentials, creds, login; certificate, cert; backup, back up, backed up, backs up, backing up
copy, duplicate; authentication, auth; parameter, param, argument; website, site, web site, webpage
internet, web; wireless, wifi, wi fi; disk, drive; administrator, admin; developer, programmer
information, info; specification, spec; temporary, temp
maximum, or fewer, or less, at most, up to, no more than, not more than, limit to, limit
minimum, or more, at least, no less than, not less than; on, switched on, turned on, switch on, turn on
off, switched off, turned off, switch off, turn off, shut off
hate, can not stand, cant stand, can't stand, not a fan
responsible, in charge, owner, own, manage, oversee, oversees, lead, head; prefer, rather, favour, favor
run, manage, operate, lead; use, run, run on; run, work, function; contain, include, appear, hold
school, class; coach, train, trainer; have, own, possess; live, stay; belong, own; watch, see; look, check
share, split; grow up, grew up, raised; graduate, finish; sound, noise; cause, trigger, lead to, leads to
alert, alarm, notification; ask, contact, talk to, speak to; get, obtain, receive, be given
responsible, accountable, look after, looks after, take care, takes care; belong, belongs to
want, wish, would like, desire; need, require, necessary, demand; tell, report
tell, inform, notify, mention, talk, speak, spoke; ask, request; discuss, talk about, go over
explain, describe; suggest, propose, recommend; arrive, come, get in, gets in
store, put, save, keep, kept, locate, lie, found, held, live, sit
occur, take place, takes place, took place; commence, start, begin, kick off, kicks off
finish, complete, conclude, wrap up, wraps up; cancel, call off, called off
postpone, delay, push back, pushed back, put off
create, build, built, make, made, generate, produce, construct; write, author, compose, written
fix, repair, mend, correct; change, modify, alter, edit; move, relocate, transfer, migrate
drop, discontinue, abandon; renew, refresh; replace, substitute, swap; execute, run
check, verify, validate, examine, inspect, review, look over; approve, approval, sign off, green light
reject, turn down, turned down; help, assist; use, utilise, utilize, rely on, employ; try, attempt
learn, study; teach, instruct; last, take, took, duration, length
choose, pick, select, decide, settle, opt, went with, go with; plan, schedule, arrange; expect, anticipate
buy, purchase; get, obtain, acquire, receive; collect, fetch, pick up, picked up, picks up
send, mail, forward; visit, come over, comes over; attend, participate, take part, takes part, join
wake, get up, gets up, wake up, wakes up; sleep, asleep; return, come back, comes back, back; leave, depart
arrive, get in, gets in; train, practise, practice, workout, work out; play, player; cook, prepare
drive, driver; clean, tidy; destroy, delete, remove, erase, wipe; die, pass away, passed away
allow, may, permitted; prevent, block; show, display; happy, glad; angry, annoyed
afraid, scared, frightened, fear; tired, tiring, exhausted, exhausting
important, crucial, essential, critical, vital; main, primary, principal, default; correct, accurate
wrong, incorrect; broken, out of order, out of service, faulty; useless, worthless; busy, occupied
free, available; short, brief, concise; quick, fast, rapid; slow, sluggish; big, large; small, little
old, older; new, newer; quiet, silent; loud, noisy; former, previous, ex; entire, whole
different, other, another; similar, alike; painful, hurt, sore; allergic, allergy; intolerant, intolerance
vegetarian, veggie; vegan, plant based; diet, nutrition; colour blind, colourblind, color blind, colorblind
left handed, lefthanded; handle, deal with, deals with; roughly, approximately, about, around, circa, approx
often, frequently; sometimes, occasionally, now and then, once in a while, from time to time; rarely, seldom
maybe, perhaps, possibly; ahead, in advance, beforehand; licence, license, licensed, licences, licenses
only, limit to, limited to, restrict to, restricted to; only, solely, exclusively, nothing but
except, apart from, excluding, apart; later, afterwards; soon, shortly; nearly, almost; in case, if
anymore, any more, any longer; ableto, able to, capable of; worksas, work as, works as
""",
    irregular="""
be was were been; begin began begun; bite bit; blow blew blown; break broke broken; bring brought
build built; burn burnt; buy bought; catch caught; choose chose chosen; come came; cost; cut; deal dealt
dig dug; do does did done; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven
eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; fly flew flown
forget forgot forgotten; forgive forgave; freeze froze frozen; get got gotten; give gave given
go goes went gone; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept
know knew known; lead led; learn learnt; leave left; lend lent; lose lost; make made; mean meant; meet met
pay paid; put; read; ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen
sell sold; send sent; set; sew sewn; shake shook shaken; shoot shot; show shown; sing sang sung; sit sat
sleep slept; smell smelt; speak spoke spoken; spell spelt; spend spent; stand stood; steal stole stolen
swim swam swum; take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown
understand understood; wake woke woken; wear wore worn; win won; write wrote written
""",
    plurals="""
child children
foot feet; knife knives; man men; mouse mice; shelf shelves; tooth teeth; wife wives; woman women
good better; bad worse; analysis analyses; datum data; index indices; practise practice; licence license
organise organize
""",
    deeds="""
choice choose; decision decide; speech speak; flight fly; growth grow; loss lose; sale sell; thought think
payment pay; delivery deliver; advice advise; proof prove; belief believe; retention retain
departure depart; failure fail; entry enter; analysis analyse; analysis analyze; death die; marriage marry
injury injure; discovery discover; recovery recover; response respond; defence defend; complaint complain
description describe; subscription subscribe; explanation explain; admission admit
extension extend; expansion expand; submission submit; assumption assume; consumption consume
solution solve; maintenance maintain; comparison compare; knowledge know; laughter laugh; breath breathe
weight weigh; song sing; conclusion conclude; proposal propose
pronunciation pronounce; revision revise; division divide; arrival arrive; refusal refuse
""",
    months="""
january jan; february feb; march mar; april apr; may; june jun; july jul; august aug; september sept sep
october oct; november nov; december dec
""",
    weekdays="""
monday mondays mon; tuesday tuesdays tue tues; wednesday wednesdays wed; thursday thursdays thu thur thurs
friday fridays fri; saturday saturdays sat; sunday sundays sun
""",
    unsure="may march mar sun sat jan wed mon",
    numbers={
        **counted(0, _ONES.split()),
        **counted(17, ["seventeen", "eighteen", "nineteen"]),
        **dict(zip(_TENS.split(), range(20, 100, 10), strict=True)),
        "dozen": 12,
        "twice": 2,
        "thrice": 3,
    },
    multipliers="""
hundred 100; thousand 1000; k 1000; grand 1000; million 1000000; mio 1000000; billion 1000000000
""",
    ordinals="first; second; third; fourth; fifth; sixth; seventh; eighth; ninth; tenth; eleventh; twelfth",
    articles="a an one",
    every="every each per",
    frequencies="""
daily day; nightly night; weekly week; monthly month; yearly year; annually year; annual year; hourly hour
quarterly quarter; biweekly fortnight; fortnightly fortnight; bimonthly bimonth; biannual halfyear
""",
    half_past="half past; half",
    quarter_past="quarter past; quarter after; a quarter past; a quarter after",
    quarter_to="quarter to; a quarter to",
    at="at by around until till from after before since",
    oclock="o'clock oclock",
    morning="am; a.m; in the morning; morning",
    afternoon="pm; p.m; in the afternoon; in the evening; at night; afternoon; evening",
    noon="noon midday",
    midnight="midnight",
    sequence="then afterwards finally lastly thereafter subsequently followed",
    between="between",
)
