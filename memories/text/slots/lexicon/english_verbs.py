"""English words for what is done, most of them verbs of two words: one group per line or semicolon.

As in the lists of things, two words stand in one group only where neither says more than the other.
"""

DEEDS = """
communicate, talk to, talks to, talking to, speak to, speaks to, speak with, speaks with, talk with, talks
with
confirm, check, verify, double check, make sure; notify, alert, inform, let know; clarify, clear up
point out, points out, pointed out, mention; apologise, apologize, say sorry
submit, hand in, hands in, handed in, turn in, turned in, submission
hand over, hands over, handed over, pass on, passes on, passed on
fill in, fills in, filled in, fill out, fills out, filled out; send out, sends out, sent out, send
lower, reduce, decrease, bring down, brings down, brought down; reschedule, move, shift
extend, prolong, lengthen; adapt, adjust; rename, retitle; simplify, streamline
restructure, reorganise, reorganize
improve, enhance; optimise, optimize; speed up, speeds up, sped up, accelerate
slow down, slows down, slowed down, decelerate; convert, transform, turn into, turns into, turned into
switch over, switches over, switched over, migrate; resign, step down, steps down, stepped down
start up, starts up, started up, boot; shut down, shuts down, stop, halt; pause, suspend, put on hold, on hold
cancel, call off, calls off, called off; put off, puts off, postpone, defer
set up, sets up, configure, install
found, establish; roll out, rolls out, rolled out, introduce; phase out, phases out, phased out, retire
remove, delete, get rid of, gets rid of, got rid of, getting rid of, take out, takes out, took out
throw away, throws away, threw away, thrown away, discard, dispose of
carry out, carries out, carried out, perform, do
keep track of, keeps track of, track; write down, writes down, wrote down, note down, record
give back, gives back, gave back, return; find out, finds out, found out, discover, discovery, learn
look into, looks into, looking into, investigate, examine; look through, go through, goes through, review
take on, takes on, took on, hire; pay back, pays back, paid back, reimburse, repay
stick to, adhere to, follow, obey
struggle, have trouble, has trouble; difficulty, trouble; fond, keen on
comprise, consist, made up of, composed of
originate, come from, comes from; tall, height; heavy, weight; wide, width; deep, depth; capacity, hold, holds
source, source code; birthplace, born; ceo, chief executive; cto, chief technology officer; headquarters, hq
"""
